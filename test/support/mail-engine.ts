import { pino } from 'pino'
import { Registry } from 'prom-client'
import { sendableCampaigns } from '#features/campaigns/store.ts'
import { createMailServices } from '#features/mail/feature.ts'
import type { MailInput, RenderedMail } from '#features/mail/mails/sheet.ts'
import type { MailOrder } from '#features/mail/model.ts'
import { createMailRecords } from '#features/mail/records.ts'
import { mails } from '#features/mail/table.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { createSignals } from '#platform/database/signals.ts'
import type { Dkim } from '#platform/mailer.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { createWorkerPool } from '#platform/worker-pool.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { pollIfDue } from './poll.ts'

export const publicUrl = 'https://firmeza.example'
const secret = 'a secret that only the tests know of'
export const testLinks = createMailLinks({ current: secret, earlier: [] })
const contact = 'contact@firmeza.example'
const mailboxes = { general: contact, privacy: contact, legal: contact, support: contact }

interface TestEngineOptions {
  databaseUrl: string
  smtpUrl?: string
  clock?: FakeClock
  dkim?: Dkim
  bounceDomain?: string
  bouncePort?: number
  /** Called for an unsubscribe mail. */
  unsubscribe?(mailId: string): Promise<unknown>
  render?(mail: MailInput): Promise<RenderedMail>
}

/** The mail services on a real database, with short texts. */
export function startTestEngine({
  databaseUrl,
  smtpUrl,
  clock = createFakeClock(),
  ...options
}: TestEngineOptions) {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const postgres = connectPostgres(databaseUrl, { log, max: 8 })
  const { db } = postgres
  const registry = new Registry()
  const workers = createWorkerPool()
  const records = createMailRecords({ db, clock })
  const services = createMailServices(
    {
      ...{
        db,
        reserve: postgres.reserve,
        clock,
        log,
        registry,
        signals: createSignals(postgres.pool),
        workers,
        secrets: { current: secret, earlier: [] },
        publicUrl,
        siteName: () => 'Firmeza',
      },
      config: {
        mail: {
          ...{ smtpUrl, dkim: options.dkim, bounceToken: undefined },
          from: { name: 'Firmeza', address: 'hola@firmeza.example' },
          ...{ bounceDomain: options.bounceDomain, bouncePort: options.bouncePort },
        },
        http: { host: '127.0.0.1' },
      },
      facts: () => ({ mailboxes }),
    },
    {
      ...{ records, sendableCampaigns },
      render: options.render ?? renderPlainly,
      findRightsUrl: async () => `${publicUrl}/es/rights/token`,
      unsubscribe: options.unsubscribe ?? (async () => {}),
    },
  )
  return {
    ...services,
    records,
    db,
    clock,
    registry,
    /** The log output. */
    log: () => lines.join(''),
    post: (orders: MailOrder[]) => records.post(db, orders),
    postIn: records.post,
    /** Polls once, and waits until the found work is done. */
    async poll() {
      await pollIfDue(services.pollers.dueMails, { db, now: clock.now() })
      await services.drain()
    },
    /** All mails in the order in which they were ordered. */
    all: () => db.select().from(mails).orderBy(mails.number),
    async close() {
      await services.close()
      await workers.close()
      await postgres.close()
    },
  }
}
export type TestEngine = ReturnType<typeof startTestEngine>

async function renderPlainly({ kind, variables, actionUrl, unsubscribeUrl, rightsUrl }: MailInput) {
  const anchor = (url: string | null) => (url ? `<a href="${url.replaceAll('&', '&amp;')}">x</a>` : '')
  const subject = variables.subject ?? kind
  return {
    subject,
    html: `<!doctype html><html><body><p>${subject}</p>${anchor(actionUrl)}${anchor(unsubscribeUrl)}${anchor(rightsUrl)}</body></html>`,
    text: [subject, actionUrl, unsubscribeUrl, rightsUrl].filter(Boolean).join('\n'),
  }
}

let number = 0

/** An order of a mail that can be sent, with its own cause and address. */
export function orderOf({
  to,
  ...changes
}: Partial<Omit<MailOrder, 'to'>> & { to?: Partial<MailOrder['to']> } = {}): MailOrder {
  number++
  return {
    cause: `test:${process.pid}:${number}`,
    kind: 'confirmation',
    to: { email: `reader-${process.pid}-${number}@example.org`, name: 'Ana Ñandú', language: 'es', ...to },
    variables: {},
    ...changes,
  }
}
