import { RegistrationIsland } from '#features/early-adopters/site/registration-island.tsx'
import type { PageInput } from '#site/contract.ts'
import { chooseHeadlineSize } from '#site/headline.ts'
import { Section } from '#site/landing/section.tsx'
import { pageAddress } from '#site/routes.ts'
import { Microprint, Rosette } from '#ui/engraving.tsx'
import { Benefits } from './benefits.tsx'
import { listFaq } from './faq.ts'
import { Invitation } from './invitation.tsx'
import { Programme } from './programme.tsx'

function Hero({ t }: PageInput) {
  const lines = [t('register:hero.title.1'), t('register:hero.title.2')]
  return (
    <section className="hero">
      <Rosette />
      <h1 className={chooseHeadlineSize(lines)}>
        {lines.map((line) => (
          <span key={line}>{line} </span>
        ))}
      </h1>
      <p className="lead">{t('register:hero.lead')}</p>
      <p className="actions">
        <a className="button" href="#registration">
          {t('register:hero.join')}
        </a>
        <a href="#benefits">{t('register:hero.benefits')}</a>
      </p>
      <dl>
        {(['duration', 'price', 'state'] as const).map((fact) => (
          <div key={fact}>
            <dt>{t(`register:hero.facts.${fact}.name`)}</dt>
            <dd>{t(`register:hero.facts.${fact}.value`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Request(input: PageInput) {
  const { t } = input
  return (
    <section className="panel">
      <div>
        <p className="label">{t('register:form.label')}</p>
        <h2>{t('register:form.title')}</h2>
        <p>{t('register:form.text')}</p>
      </div>
      <RegistrationIsland {...input} />
    </section>
  )
}

function Faq(input: PageInput) {
  const { t } = input
  return (
    <Section id="faq" label={t('register:faq.label')} note={t('register:faq.note')}>
      <h2>{t('register:faq.title')}</h2>
      <div className="faq">
        {listFaq(t).map(({ topic, question, answer }, index) => (
          <details key={topic} open={index === 0}>
            <summary>
              <h3>{question}</h3>
            </summary>
            <p>{answer}</p>
            {topic === 'data' && (
              <p>
                <a href={pageAddress('privacy', input)}>{t('site:footer.privacy')}</a>
              </p>
            )}
          </details>
        ))}
      </div>
    </Section>
  )
}

/** The early-adopter programme: its benefits, its steps, the form and the frequent questions. */
export function Register(input: PageInput) {
  return (
    <>
      <Hero {...input} />
      <Microprint />
      <Benefits {...input} />
      <Programme {...input} />
      <Request {...input} />
      <Faq {...input} />
      <Invitation namespace="register" href="#registration" input={input} />
    </>
  )
}
