import type { ReactNode } from 'react'
import type { ContentKey } from '#features/content/contract.ts'
import { RegistrationIsland } from '#features/early-adopters/site/registration-island.tsx'
import type { PageInput } from '#site/contract.ts'
import { chooseHeadlineSize } from '#site/headline.ts'
import { type CaseName, caseNames } from '#site/landing/plates.tsx'
import { Section, SectionText } from '#site/landing/section.tsx'
import { pageAddress } from '#site/routes.ts'
import { Braid, Microprint } from '#ui/engraving.tsx'
import { formatNumeral } from '#ui/typesetting.ts'
import { HeroPicture } from './hero-picture.tsx'

interface CaseProps {
  input: PageInput
  name: CaseName
}

const layouts: Record<CaseName, string> = {
  identity: 'identity',
  transparency: 'strip transparency',
  industrial: 'strip industrial',
}

/** The key of the texts of a case's form: two of the pages offer a demonstration, the third a conversation. */
function formKeyOf(name: CaseName): string {
  return name === 'transparency' ? 'use-cases:transparency.form' : 'use-cases:shared.demo'
}

function CaseHero({ input: { t }, name }: CaseProps) {
  const lines = [t(`use-cases:${name}.title.1`), t(`use-cases:${name}.title.2`)]
  return (
    <section className="hero">
      <HeroPicture name={name} />
      <h1 className={chooseHeadlineSize(lines)}>
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className="lead">{t(`use-cases:${name}.lead`)}</p>
      <p className="actions">
        <a className="button" href="#contact">
          {t(`${formKeyOf(name)}.action`)}
        </a>
        <a href="#how">{t('use-cases:shared.see')}</a>
      </p>
    </section>
  )
}

function Picture({ input, name, below, children }: CaseProps & { below: ReactNode; children: ReactNode }) {
  const { language, t } = input
  const key = `use-cases:${name}.how`
  return (
    <Section id="how" label={t('use-cases:shared.how')} note={t(`${key}.note`)}>
      <h2>{t(`${key}.title`)}</h2>
      <p>{t('site:stage')}</p>
      <figure>
        <div className={`picture ${layouts[name]}`} role="img" aria-label={t(`${key}.diagram`)}>
          {children}
        </div>
        <figcaption>
          <b>{t('site:cases.plate', { number: formatNumeral(caseNames.indexOf(name) + 1, language) })}</b>
          {t(`${key}.caption`)}
        </figcaption>
      </figure>
      {below}
    </Section>
  )
}

/** The problem and the solution side by side, or the team's published text in their place. */
function Comparison({ input: { texts, t }, name }: CaseProps) {
  const key = `use-cases:${name}.comparison`
  const published = texts[`use-cases-${name}` satisfies ContentKey]
  return (
    <Section
      id="problem"
      label={t('use-cases:shared.comparison.label')}
      note={t('use-cases:shared.comparison.note')}
    >
      <SectionText title={t(`${key}.title`)} text={published}>
        <div className="account">
          {(['problem', 'solution'] as const).map((side) => (
            <div className={side} key={side}>
              <h3>{t(`use-cases:shared.comparison.${side}`)}</h3>
              <ul>
                {[1, 2, 3].map((number) => (
                  <li key={number}>{t(`${key}.${side}.${number}`)}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </SectionText>
    </Section>
  )
}

function Features({ input: { language, t }, name }: CaseProps) {
  const key = `use-cases:${name}.features`
  return (
    <Section id="features" label={t('use-cases:shared.features')} note={t(`${key}.note`)}>
      <h2>{t(`${key}.title`)}</h2>
      <ol className="notes">
        {[1, 2, 3].map((number) => (
          <li key={number}>
            <span>{formatNumeral(number, language)}</span>
            <h3>{t(`${key}.items.${number}.title`)}</h3>
            <p>{t(`${key}.items.${number}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A section with a list of three items. */
export function ThreeLines({ input: { t }, of: key, id }: { input: PageInput; of: string; id: string }) {
  return (
    <Section id={id} label={t(`${key}.label`)} note={t(`${key}.note`)}>
      <h2>{t(`${key}.title`)}</h2>
      <ul className="threefold">
        {[1, 2, 3].map((number) => (
          <li key={number}>
            <h3>{t(`${key}.items.${number}.title`)}</h3>
            <p>{t(`${key}.items.${number}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Contact({ input, name }: CaseProps) {
  const { t } = input
  const key = formKeyOf(name)
  return (
    <section className="panel" id="contact">
      <div>
        <p className="label">{t(`${key}.label`)}</p>
        <h2>{t(`${key}.title`)}</h2>
        <p>{t(`use-cases:${name}.form.text`)}</p>
        <p className="fact">{t('site:community.program')}</p>
      </div>
      <RegistrationIsland {...input} />
    </section>
  )
}

function OtherCases({ input, name }: CaseProps) {
  const { t } = input
  return (
    <Section id="others" label={t('site:cases.label')} note={t('use-cases:shared.others.note')}>
      <h2>{t('use-cases:shared.others.title')}</h2>
      <div className="others">
        {caseNames
          .filter((other) => other !== name)
          .map((other) => (
            <article key={other}>
              <h3>{t(`site:cases.${other}.title`)}</h3>
              <p>{t(`site:cases.${other}.text`)}</p>
              <p>
                <a href={pageAddress(other, input)}>{t(`site:cases.${other}.more`)}</a>
              </p>
            </article>
          ))}
      </div>
    </Section>
  )
}

/** A use-case page: its diagram explains the case, `children` are the sections that only this page has. */
export function UseCasePage({
  input,
  name,
  picture,
  belowPicture,
  children,
}: CaseProps & { picture: ReactNode; belowPicture?: ReactNode; children: ReactNode }) {
  const props = { input, name }
  return (
    <>
      <CaseHero {...props} />
      <Braid />
      <Microprint />
      <Picture {...props} below={belowPicture}>
        {picture}
      </Picture>
      <Comparison {...props} />
      <Features {...props} />
      {children}
      <Contact {...props} />
      <OtherCases {...props} />
    </>
  )
}
