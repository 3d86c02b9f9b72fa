import type { MailOrder } from '#features/mail/model.ts'
import type { ChoiceStore } from '#features/notifications/choice-store.ts'
import type { DescribeNotifications } from '#features/notifications/descriptions.ts'
import { mailChoiceOf, scopeOf } from '#features/notifications/model.ts'
import type { Scope } from '#features/notifications/store.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ListRecipients, Recipient } from '#shared/notifications/recipient.ts'
import type { MailChoice, NotificationSource } from '#shared/notifications/type.ts'
import { nextDaily } from '#shared/time/daily.ts'
import { createMailingStore, type MailingState, type PendingRow } from './mailing-store.ts'

/** How many notifications a mail names. */
const mostNamed = 15
/** How long nothing is sent at once after such a mail, in milliseconds: what happens meanwhile is one mail. */
const quietTime = 10 * 60_000

export interface MailingOptions {
  db: Database
  clock: Clock
  choiceStore: Pick<ChoiceStore, 'listChoices'>
  describe: DescribeNotifications
  translator(language: Language): Translate
  publicUrl: string
  listSources(): readonly NotificationSource[]
  listRecipients: ListRecipients
  post: (transaction: Database, orders: MailOrder[]) => Promise<void>
}

interface Candidate {
  recipient: Recipient & { email: string }
  scope: Scope
  isDaily: boolean
}

/** Orders the mails about what users have not read in the panel, as each has chosen. */
export function createMailing(options: MailingOptions) {
  const { db, clock, choiceStore, listSources, listRecipients } = options
  const mailing = createMailingStore(db)
  const send = createSending(options)

  /** What is due for a user now: the kinds at once, in the morning the daily ones too. */
  function findCandidate(
    recipient: Recipient & { email: string },
    { dailyAt, quietUntil }: MailingState,
    choices: readonly { userId: string; type: string; mail: MailChoice }[],
  ): Candidate {
    const now = clock.now()
    const isDaily = dailyAt !== null && dailyAt <= now
    const isQuiet = quietUntil !== null && quietUntil > now && !isDaily
    const own = choices.filter(({ userId }) => userId === recipient.id)
    const scope = scopeOf(recipient, listSources())
    const types = listSources()
      .map(({ type }) => ({ name: type.name, mail: mailChoiceOf(type, own) }))
      .filter(({ mail }) => (mail === 'at_once' ? !isQuiet : mail === 'daily' && isDaily))
      .map(({ name }) => name)
    return {
      recipient,
      scope: { ...scope, types: scope.types.filter((type) => types.includes(type)) },
      isDaily,
    }
  }

  async function poll(): Promise<void> {
    const now = clock.now()
    const recipients = (await listRecipients()).filter(
      (one): one is Candidate['recipient'] => one.email !== null,
    )
    const [states, choices] = await Promise.all([
      mailing.listStates(),
      choiceStore.listChoices(recipients.map(({ id }) => id)),
    ])
    const candidates: Candidate[] = []
    for (const recipient of recipients) {
      const state = states.find(({ userId }) => userId === recipient.id)
      const dailyAt = nextDaily(now, recipient.timeZone)
      if (!state) await mailing.add(recipient.id, dailyAt)
      candidates.push(
        findCandidate(recipient, state ?? { userId: recipient.id, dailyAt, quietUntil: null }, choices),
      )
    }
    const withPending = await mailing.listWithPending(
      candidates.map(({ scope }) => scope),
      now,
    )
    for (const candidate of candidates) {
      const { recipient, isDaily } = candidate
      if (withPending.includes(recipient.id)) await send(candidate)
      else if (isDaily) await mailing.update(recipient.id, { dailyAt: nextDaily(now, recipient.timeZone) })
    }
  }

  return {
    poller: {
      name: 'notification-mails',
      everySeconds: 5,
      isDue: mailing.hasNews,
      poll,
    } satisfies Poller,
  }
}

/** Creates what orders the mail to one user, once however many processes do so. */
function createSending({ db, clock, describe, translator, publicUrl, post }: MailingOptions) {
  async function write({ recipient }: Candidate, rows: readonly PendingRow[]): Promise<MailOrder> {
    const { id, email, name, language } = recipient
    const named = rows.slice(0, mostNamed)
    const described = await describe(named, language)
    const lines = named.flatMap((row) => described.get(row.id)?.mailTitle ?? [])
    const t = translator(language)
    const more = rows.length - named.length
    const [only] = rows.length === 1 ? named : []
    const path = (only && described.get(only.id)?.path) ?? '/admin/notifications'
    return {
      // What a user was told in a mail is never in another one.
      cause: `notifications:${id}:${rows[0]?.number}`,
      kind: 'team_notifications',
      to: { email, name, language, userId: id },
      variables: {
        name,
        news:
          lines.length === 1
            ? (lines[0] ?? '')
            : t('notification-texts:mail.several', { count: rows.length }),
        list: [
          ...lines.map((line) => `• ${line}`),
          ...(more > 0 ? [t('notification-texts:mail.more', { count: more })] : []),
        ].join('\n'),
      },
      actionUrl: `${publicUrl}${path}`,
    }
  }

  return async (candidate: Candidate): Promise<void> => {
    const { recipient, scope, isDaily } = candidate
    const now = clock.now()
    await db.transaction(async (transaction) => {
      const mailing = createMailingStore(transaction)
      if (!(await mailing.lock(recipient.id))) return
      const rows = await mailing.listPending(scope, now)
      await mailing.update(recipient.id, {
        quietUntil: new Date(now.getTime() + quietTime),
        ...(isDaily && { dailyAt: nextDaily(now, recipient.timeZone) }),
      })
      if (rows.length === 0) return
      await post(transaction, [await write(candidate, rows)])
      await mailing.markMailed(
        recipient.id,
        rows.map(({ id }) => id),
        now,
      )
    })
  }
}
