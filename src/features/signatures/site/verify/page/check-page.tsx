import type { ReactNode } from 'react'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { Rosette } from '#ui/engraving.tsx'
import { CheckForms } from './check-forms.tsx'

/** The public page on which anyone checks a certificate. */
export function CheckPage(input: PageInput<'verification'>) {
  const { t } = input
  const say = (key: string) => t(`certificate-page:${key}`)
  return (
    <>
      <section className="opening check-opening">
        <Rosette />
        <h1>{say('title')}</h1>
        <p className="lead">{say('lead')}</p>
      </section>
      <Section input={input} name="check">
        <p className="explained">{say('check.text')}</p>
        <CheckForms input={input} />
      </Section>
      <Section input={input} name="proofs">
        <dl className="terms">
          {['holder', 'signature', 'ledger', 'anchor', 'revocation'].map((name) => (
            <div key={name}>
              <dt>{say(`proofs.${name}.title`)}</dt>
              <dd>{say(`proofs.${name}.text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section input={input} name="elsewhere">
        <p className="explained">{say('elsewhere.text')}</p>
        <div id="save-checker" className="save" hidden data-script={input.assets['certificate-checker']}>
          <h3>{say('save.title')}</h3>
          <p className="explained">{say('save.text')}</p>
          <button type="button" className="button">
            {say('save.start')}
          </button>
        </div>
        <ul className="elsewhere">
          <li>
            <a href={pageAddress('ledger', input)}>{say('elsewhere.ledger')}</a>
          </li>
          <li>
            <a href={pageAddress('verify', input)}>{say('elsewhere.guide')}</a>
          </li>
          <li>
            <a href="/api">{say('elsewhere.api')}</a>
          </li>
        </ul>
      </Section>
    </>
  )
}

interface SectionProps {
  input: PageInput
  /** Its id, and the key of its texts. */
  name: string
  children: ReactNode
}

function Section({ input: { t }, name, children }: SectionProps) {
  return (
    <section className="entry" id={name}>
      <p className="margin">
        <b>{t(`certificate-page:${name}.label`)}</b>
        {t(`certificate-page:${name}.note`)}
      </p>
      <div className="section-body">
        <h2>{t(`certificate-page:${name}.title`)}</h2>
        {children}
      </div>
    </section>
  )
}
