import type { ReactNode } from 'react'
import type { CertificateState } from '#features/signatures/page/contract.ts'
import type { PageInput } from '#site/contract.ts'
import { pageAddress } from '#site/routes.ts'
import { siteLocale } from '#ui/typesetting.ts'
import { CheckForms } from './check-forms.tsx'

type CertificateInput = PageInput<'certificate'>
type Known = Extract<CertificateState, { view: 'known' }>

/** The public page of a certificate: what the server says of it, and the check of the visitor's own browser. */
export function CertificatePage(input: CertificateInput) {
  const { data, t } = input
  const say = (key: string) => t(`certificate-page:${key}`)
  if (data.view !== 'known') {
    return (
      <section className="opening check-opening">
        <h1>{say(`${data.view}.title`)}</h1>
        <p className="lead">{say(`${data.view}.text`)}</p>
        <p>
          <a className="button" href={pageAddress('verification', input)}>
            {say(`${data.view}.action`)}
          </a>
        </p>
      </section>
    )
  }
  return (
    <>
      <section className="opening check-opening">
        <h1>{say('certificate.title')}</h1>
        <p className="lead">{say('certificate.lead')}</p>
      </section>
      <section className="entry" id="record">
        <p className="margin">
          <b>{say('certificate.label')}</b>
          {say('certificate.note')}
        </p>
        <div className="section-body">
          <h2>{say('certificate.heading')}</h2>
          <Record input={input} known={data} />
          <p className="explained">{say('certificate.server_only')}</p>
        </div>
      </section>
      <section className="entry" id="check">
        <p className="margin">
          <b>{say('check.label')}</b>
          {say('check.note')}
        </p>
        <div className="section-body">
          <h2>{say('certificate.check_title')}</h2>
          <p className="explained">{say('certificate.check_text')}</p>
          <CheckForms input={input} id={data.id} />
        </div>
      </section>
    </>
  )
}

/** What the server says; it names nobody. */
function Record({ input, known }: { input: CertificateInput; known: Known }) {
  const { language, facts, t } = input
  const say = (key: string, variables = {}) => t(`certificate-page:certificate.${key}`, variables)
  const { timeZone } = facts
  const moment = new Intl.DateTimeFormat(siteLocale(language), {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone },
  })
  const number = new Intl.NumberFormat(siteLocale(language))
  const { id, address, activatedAt, revokedAt, revokeReason, entry } = known
  const rows: [string, ReactNode][] = [
    [
      'id',
      <code key="id" dir="ltr">
        {id}
      </code>,
    ],
    [
      'address',
      <code key="address" dir="ltr">
        {address}
      </code>,
    ],
    [
      'activated',
      <time key="time" dateTime={activatedAt}>
        {moment.format(new Date(activatedAt))}
      </time>,
    ],
    [
      'entry',
      entry === null ? (
        say('no_entry')
      ) : (
        <a key="entry" href={`${pageAddress('ledger', input)}?entry=${entry}`}>
          {say('number', { number: number.format(entry) })}
        </a>
      ),
    ],
    [
      'state',
      <b key="state" data-state={revokedAt ? 'revoked' : 'active'}>
        {revokedAt ? say('revoked', { date: moment.format(new Date(revokedAt)) }) : say('active')}
      </b>,
    ],
    ...(revokeReason
      ? [['reason', <bdi key="reason">{revokeReason}</bdi>] satisfies [string, ReactNode]]
      : []),
  ]
  return (
    <dl className="record">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{say(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
