import type { ReactNode } from 'react'
import type { PersonalData } from '#features/early-adopters/contract.ts'
import { directionOf, languageNames } from '#shared/languages.ts'
import type { PageInput } from '#site/contract.ts'
import { formatDay } from '#ui/moment.ts'
import { nameCountry } from '#ui/typesetting.ts'
import { formatNumber, listOtherParts, type Shown } from './other-parts.ts'

interface ConsentProps {
  input: PageInput
  /** Where the form is posted to. */
  action: string
  data: PersonalData
}

function Facts({ facts }: { facts: [term: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The consent as it was given: sentence, language, time and fingerprint; and the button to withdraw it. */
export function Consent({
  input: {
    language,
    facts: { timeZone },
    t,
  },
  action,
  data: { consent },
}: ConsentProps) {
  const moment = (time: string) => <time dateTime={time}>{formatDay(time, language, timeZone)}</time>
  const isGiven = consent.withdrawn_at === null
  const facts: [string, ReactNode][] = [[t('rights:consent.given'), moment(consent.given_at)]]
  if (consent.withdrawn_at) facts.push([t('rights:consent.withdrawn'), moment(consent.withdrawn_at)])
  if (consent.language) facts.push([t('rights:consent.language'), languageNames[consent.language]])
  facts.push([t('rights:consent.fingerprint'), <code key="fingerprint">{consent.fingerprint}</code>])
  return (
    <section aria-labelledby="consent">
      <h2 id="consent">{t('rights:consent.title')}</h2>
      {consent.sentence && consent.language ? (
        <blockquote lang={consent.language} dir={directionOf(consent.language)}>
          {consent.sentence}
        </blockquote>
      ) : (
        <p>{t('rights:consent.reworded')}</p>
      )}
      <Facts facts={facts} />
      <form method="post" action={action}>
        <p>{t(isGiven ? 'rights:consent.withdraw.text' : 'rights:consent.give.text')}</p>
        {!isGiven && <blockquote>{t('site:form.consent')}</blockquote>}
        <button className="button" type="submit" name="given" value={isGiven ? 'no' : 'yes'}>
          {t(isGiven ? 'rights:consent.withdraw.action' : 'rights:consent.give.action')}
        </button>
      </form>
    </section>
  )
}

interface EntryProps {
  title: string
  none: string
  entries: { key: string; what: ReactNode; when: string; more?: string | null | undefined }[]
  input: Pick<PageInput, 'language' | 'facts'>
}

function Entries({ title, none, entries, input: { language, facts } }: EntryProps) {
  return (
    <details>
      <summary>
        <h3>{title}</h3>
        <span>{formatNumber(entries.length, language)}</span>
      </summary>
      {entries.length === 0 ? (
        <p>{none}</p>
      ) : (
        <ul>
          {entries.map(({ key, what, when, more }) => (
            <li key={key}>
              <span dir="auto">{what}</span>
              {more && <span dir="auto">{more}</span>}
              <time dateTime={when}>{formatDay(when, language, facts.timeZone)}</time>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const mailStates: Record<string, string> = {
  queued: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  outbox: 'outbox',
}

function OtherValue({ value }: { value: Shown }) {
  if (typeof value === 'string') return <span dir="auto">{value}</span>
  if ('facts' in value) {
    return <Facts facts={value.facts.map(([label, of]) => [label, <OtherValue key={label} value={of} />])} />
  }
  return (
    <ul>
      {value.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once
        <li key={index}>
          <OtherValue value={item} />
        </li>
      ))}
    </ul>
  )
}

/** The parts that have no view of their own: those of features that this one does not know. */
function OtherParts({ input, data }: { input: PageInput; data: PersonalData }) {
  return listOtherParts(data, input).map(([title, value]) => (
    <details key={title}>
      <summary>
        <h3 dir="auto">{title}</h3>
      </summary>
      <OtherValue value={value} />
    </details>
  ))
}

const pageFact = (term: string, page: string): [string, ReactNode] => [
  term,
  <bdi key="page" dir="ltr">
    {page}
  </bdi>,
]

/** What the team has labelled the person with. */
function Tags({ names, none }: { names: string[]; none: string }) {
  if (names.length === 0) return none
  return (
    <ul>
      {names.map((name) => (
        <li key={name} dir="auto">
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Everything stored besides the person's own entries: badges, mails, the team's notes, the history, and other parts. */
export function StoredData({ input, data }: { input: PageInput; data: PersonalData }) {
  const { language, facts, t } = input
  const { timeZone } = facts
  const { person, badges, mails, mail_stopped: stop, enquiries, notes, history } = data
  const stateOf = ({ status, opened_by, clicked_by }: PersonalData['mails'][number]) => {
    const state = mailStates[status] ?? 'failed'
    return t(
      `rights:mails.states.${clicked_by === 'human' ? 'clicked' : opened_by === 'human' ? 'opened' : state}`,
    )
  }
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{t('rights:kept.title')}</h2>
      <Facts
        facts={[
          [t('rights:kept.registered'), formatDay(person.registered_at, language, timeZone)],
          [t('rights:kept.contact'), formatDay(person.last_contact_at, language, timeZone)],
          [t('rights:kept.kind'), t(`leads:leads.kinds.${person.kind}`)],
          ...(person.page ? [pageFact(t('rights:kept.page'), person.page)] : []),
          ...(person.country
            ? [[t('rights:kept.country'), nameCountry(person.country, language)] satisfies [string, string]]
            : []),
          [t('rights:kept.tags'), <Tags key="tags" names={person.tags} none={t('rights:kept.noTags')} />],
        ]}
      />
      {stop && <p className="notice">{t('rights:mails.stopped')}</p>}
      <Entries
        title={t('rights:badges.title')}
        none={t('rights:badges.none')}
        input={input}
        entries={badges.map((badge) => ({
          key: `${badge.badge_type} ${badge.awarded_at}`,
          what: badge.name,
          when: badge.revoked_at ?? badge.awarded_at,
          more: badge.revoked_at && t('rights:badges.revoked', { reason: badge.revoke_reason ?? '–' }),
        }))}
      />
      <Entries
        title={t('rights:mails.title')}
        none={t('rights:mails.none')}
        input={input}
        entries={mails.map((mail) => ({
          key: `${mail.kind} ${mail.ordered_at}`,
          what: t(`rights:mails.kinds.${mail.kind}`),
          when: mail.sent_at ?? mail.ordered_at,
          more: stateOf(mail),
        }))}
      />
      <Entries
        title={t('rights:enquiries.title')}
        none={t('rights:enquiries.none')}
        input={input}
        entries={enquiries.map(({ kind, message, sent_at }) => ({
          key: sent_at,
          what: t(`leads:leads.kinds.${kind}`),
          when: sent_at,
          more: message,
        }))}
      />
      <Entries
        title={t('rights:notes.title')}
        none={t('rights:notes.none')}
        input={input}
        entries={notes.map(({ text, written_at }) => ({ key: written_at, what: text, when: written_at }))}
      />
      <Entries
        title={t('rights:history.title')}
        none={t('rights:history.none')}
        input={input}
        entries={history.map(({ kind, at }) => ({
          key: `${kind} ${at}`,
          what: t(`rights:history.kinds.${kind}`),
          when: at,
        }))}
      />
      <OtherParts input={input} data={data} />
    </section>
  )
}
