import type { Language } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { chooseHeadlineSize } from '#site/headline.ts'
import { Section, SectionText } from '#site/landing/section.tsx'
import { Invitation } from '#site/register/invitation.tsx'
import { pageAddress } from '#site/routes.ts'
import { Microprint } from '#ui/engraving.tsx'
import { formatNumeral, hasJoinedLetters } from '#ui/typesetting.ts'
import { MerklePlate } from './merkle-plate.tsx'
import { Thread } from './thread.tsx'

const years = [2023, 2024, 2025] as const

function Hero({ t }: PageInput) {
  const lines = [t('about:hero.title.1'), t('about:hero.title.2')]
  return (
    <section className="hero">
      <h1 className={chooseHeadlineSize(lines)}>
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className="lead">{t('about:hero.lead')}</p>
    </section>
  )
}

function History({ language, t }: PageInput) {
  return (
    <section className="history" id="history">
      <p className="label serif">{t('about:history.label')}</p>
      <h2>{t('about:history.title')}</h2>
      <div>
        <Thread />
        <ol>
          {years.map((year) => (
            <li key={year}>
              {year === 2025 ? (
                <svg viewBox="-100 -100 200 200" aria-hidden="true">
                  <use href="#seal" />
                </svg>
              ) : (
                <i />
              )}
              <p className="year">{formatNumeral(year, language)}</p>
              <h3>{t(`about:history.items.${year}.title`)}</h3>
              <p>{t(`about:history.items.${year}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Mission({ texts, t }: PageInput) {
  return (
    <Section id="mission" label={t('about:mission.label')} note={t('about:mission.note')}>
      <SectionText title={t('about:mission.title')} text={texts['about-mission']}>
        <p className="statement">{t('about:mission.statement')}</p>
        <div className="abreast">
          <p>{t('about:mission.text.1')}</p>
          <p>{t('about:mission.text.2')}</p>
        </div>
      </SectionText>
    </Section>
  )
}

function Technology(input: PageInput) {
  const { texts, t } = input
  return (
    <Section id="technology" label={t('about:technology.label')} note={t('site:stage')}>
      <SectionText title={t('about:technology.title')} text={texts['about-technology']}>
        <ul className="parts">
          {[1, 2, 3, 4].map((number) => (
            <li key={number}>
              <h3>{t(`about:technology.items.${number}.title`)}</h3>
              <p>
                <b>{t(`about:technology.items.${number}.standard`)}</b>
                {t(`about:technology.items.${number}.text`)}
              </p>
            </li>
          ))}
        </ul>
      </SectionText>
      <MerklePlate {...input} />
    </Section>
  )
}

/** A member's monogram: the letters are the ruled lines of the background, thicker. */
function Monogram({ letters, language }: { letters: string; language: Language }) {
  // Arabic letters are lower than capitals, and letters that do not join need more room.
  const place = { x: 100, y: language === 'ar' ? 122 : 137, fontSize: hasJoinedLetters(language) ? 96 : 108 }
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true">
      <rect width="200" height="200" fill="url(#ruling)" />
      <text {...place} fill="var(--paper)">
        {letters}
      </text>
      <text {...place} fill="url(#ruling-swollen)">
        {letters}
      </text>
    </svg>
  )
}

function Team({ language, texts, t }: PageInput) {
  const published = texts['about-team']
  // The note says that nobody is named yet, which would contradict a published text with names.
  return (
    <Section id="team" label={t('about:team.label')} note={published ? '' : t('about:team.note')}>
      <SectionText title={t('about:team.title')} text={published}>
        <ul className="team">
          {[1, 2].map((number) => (
            <li key={number}>
              <Monogram letters={t(`about:team.items.${number}.monogram`)} language={language} />
              <h3>{t(`about:team.items.${number}.role`)}</h3>
              <p>{t(`about:team.items.${number}.text`)}</p>
            </li>
          ))}
        </ul>
      </SectionText>
    </Section>
  )
}

/** The about page: history, mission, technology and team. */
export function About(input: PageInput) {
  return (
    <>
      <Hero {...input} />
      <History {...input} />
      <Microprint />
      <Mission {...input} />
      <Technology {...input} />
      <Team {...input} />
      <Invitation namespace="about" href={pageAddress('register', input)} input={input} />
    </>
  )
}
