import { Fragment, type ReactNode } from 'react'
import { leafKinds } from '#features/ledger/model.ts'
import { CheckForms } from '#features/ledger/site/checks/check-forms.tsx'
import { LiveFrame } from '#features/ledger/site/live/live-frame.tsx'
import type { PageInput } from '#site/contract.ts'
import { Rosette } from '#ui/engraving.tsx'
import { ledgerAddresses } from './addresses.ts'

type LedgerInput = PageInput<'ledger'>

/** The public page of the ledger: how it grows, what it records, and how anyone can check it. */
export function LedgerPage(input: LedgerInput) {
  const { t } = input
  return (
    <>
      <Opening {...input} />
      <Section input={input} id="now">
        <LiveFrame {...input} />
      </Section>
      <Section input={input} id="recorded">
        <Recorded {...input} />
      </Section>
      <Section input={input} id="proofs">
        <Proofs {...input} />
      </Section>
      <Section input={input} id="check">
        <p className="explained">{t('ledger:check.text')}</p>
        <CheckForms {...input} />
      </Section>
      <Section input={input} id="programs">
        <Programs {...input} />
      </Section>
    </>
  )
}

function Opening({ t }: LedgerInput) {
  return (
    <section className="opening ledger-opening">
      <Rosette />
      <h1>{t('ledger:title')}</h1>
      <p className="lead">{t('ledger:lead')}</p>
      <p className="ways">
        <a className="button" href="#check">
          {t('ledger:ways.check')}
        </a>
        <a href="#recorded">{t('ledger:ways.recorded')}</a>
      </p>
    </section>
  )
}

interface SectionProps {
  input: LedgerInput
  /** Also the key of its texts. */
  id: string
  children: ReactNode
}

function Section({ input: { t }, id, children }: SectionProps) {
  return (
    <section className="entry" id={id}>
      <p className="margin">
        <b>{t(`ledger:${id}.label`)}</b>
        {t(`ledger:${id}.note`)}
      </p>
      <div className="section-body">
        <h2>{t(`ledger:${id}.title`)}</h2>
        {children}
      </div>
    </section>
  )
}

/** What is recorded, and what is not. */
function Recorded({ t }: LedgerInput) {
  return (
    <div className="sides">
      <dl>
        {leafKinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`ledger:kinds.${kind}`)}</dt>
            <dd>{t(`ledger:recorded.kinds.${kind}`)}</dd>
          </div>
        ))}
      </dl>
      <div className="aside">
        <h3>{t('ledger:recorded.not.title')}</h3>
        <p>{t('ledger:recorded.not.names')}</p>
        <p>{t('ledger:recorded.not.commitments')}</p>
        <p>{t('ledger:recorded.not.erasure')}</p>
      </div>
    </div>
  )
}

/** What each proof is, in plain words. */
function Proofs({ t }: LedgerInput) {
  return (
    <dl className="terms">
      {['checkpoint', 'inclusion', 'consistency', 'witness', 'anchor'].map((name) => (
        <div key={name}>
          <dt>{t(`ledger:proofs.${name}.title`)}</dt>
          <dd>{t(`ledger:proofs.${name}.text`)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where programs find the same data. */
function Programs({ facts, t }: LedgerInput) {
  return (
    <>
      <p className="explained">{t('ledger:programs.text')}</p>
      <ul className="addresses">
        {ledgerAddresses.map(({ name, path, example }) => (
          <li key={name}>
            <span>{t(`ledger:programs.${name}`)}</span>
            {example ? (
              <code dir="ltr">
                <Address path={path} />
              </code>
            ) : (
              <a href={path} dir="ltr">
                {facts.publicUrl}
                <Address path={path} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a href="/api">{t('ledger:programs.reference')}</a>
      </p>
    </>
  )
}

/** A path that breaks before its slashes, and not within words. */
function Address({ path }: { path: string }) {
  return path.split(/(?=[/?&])/).map((part) => (
    <Fragment key={part}>
      <wbr />
      {part}
    </Fragment>
  ))
}
