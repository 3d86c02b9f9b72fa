import type { MailOrder } from '#features/mail/model.ts'
import {
  mostReportMails,
  type NewReportMail,
  type ReportMail,
  type ReportMails,
} from '#features/reports/contract.ts'
import { nextReport, periodBefore, wholePeriodBefore } from '#features/reports/model.ts'
import type { ReportNeeds } from '#features/reports/ports.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { Recipient } from '#shared/notifications/recipient.ts'
import { Problem } from '#shared/problem.ts'
import { type Days, localDayOf } from '#shared/time/days.ts'
import { createReportMailStore, isReportDue, type ReportMailRow } from './report-mail-store.ts'
import { listFilters, type ReportFigures, writePeriod, writeReport } from './report-text.ts'

/** How long a report that could not be put together waits, in milliseconds. */
const retryAfter = 3_600_000
/** How often one may be sent by hand, in milliseconds. */
const sendEvery = 60_000
/** What a query for a first and a last day says of the last days, which it does not ask for. */
const usual = { days: 30 } as const

export interface ReportMailOptions
  extends Pick<ReportNeeds, 'listRecipients' | 'post' | 'readVisits' | 'readMetrics'> {
  db: Database
  clock: Clock
  log: Logger
  translator(language: Language): Translate
  publicUrl: string
  /** The time zone of the site, whose days the figures are of. */
  timeZone(): string
  /** Whether mails can be sent at all. */
  canSend: boolean
}

/** The reports that users have sent to their own address. */
export function createReportMails(options: ReportMailOptions) {
  const { db, clock, listRecipients, post, timeZone, canSend } = options
  const store = createReportMailStore(db)
  const write = createWriting(options)
  const today = () => localDayOf(clock.now(), timeZone())

  async function getReader(userId: string): Promise<Recipient> {
    const [reader] = await listRecipients([userId])
    if (!reader) throw new Problem('session_expired', 401)
    return reader
  }
  return {
    poller: createPoller(options, write),

    /** The reports of a user. */
    async list(userId: string): Promise<ReportMails> {
      const [{ email }, rows] = await Promise.all([getReader(userId), store.list(userId)])
      return { reports: rows.map(describe), email, can_send: canSend }
    },

    /** Has a report sent from the next whole week or month on. @throws {Problem} 409 there are too many */
    async create({ cadence, filters }: NewReportMail, userId: string): Promise<ReportMail> {
      const reader = await getReader(userId)
      const row = await db.transaction(async (transaction) => {
        const mails = createReportMailStore(transaction)
        await mails.lock(userId)
        if ((await mails.count(userId)) >= mostReportMails)
          throw new Problem('report_mails_full', 409, { params: { limit: mostReportMails } })
        const now = clock.now()
        const dueAt = nextReport(now, cadence, { reader: reader.timeZone, site: timeZone() })
        return mails.insert({ userId, cadence, filters, createdAt: now, dueAt })
      })
      return describe(row)
    },

    /** @throws {Problem} 404 */
    async remove(id: string, userId: string): Promise<void> {
      if (!(await store.remove(id, userId))) throw new Problem('report_mail_not_found', 404)
    },

    /** Sends the report of the last whole week or month now. @throws {Problem} 404, 409 there is no address to send it to */
    async send(id: string, userId: string): Promise<void> {
      const [reader, row] = await Promise.all([getReader(userId), store.find(id, userId)])
      if (!row) throw new Problem('report_mail_not_found', 404)
      if (!hasAddress(reader)) throw new Problem('report_mail_no_address', 409)
      const period = wholePeriodBefore(today(), row.cadence)
      // Several presses of the button within a minute are one mail.
      const cause = `report:${id}:asked:${Math.floor(clock.now().getTime() / sendEvery)}`
      await post(db, [await write(row, reader, { period, cause })])
    },
  }
}
export type ReportMailing = ReturnType<typeof createReportMails>

type Reader = Recipient & { email: string }
const hasAddress = (reader: Recipient | undefined): reader is Reader =>
  reader !== undefined && reader.email !== null

const describe = ({ id, cadence, filters, dueAt }: ReportMailRow): ReportMail => ({
  ...{ id, cadence, filters, due_at: dueAt.toISOString() },
})

/** Creates the poller that sends what is due, each report once however many processes poll. */
function createPoller(
  { db, clock, log, listRecipients, post, timeZone }: ReportMailOptions,
  write: WriteReport,
): Poller {
  const sendNext = (now: Date): Promise<boolean> =>
    db.transaction(async (transaction) => {
      const mails = createReportMailStore(transaction)
      const row = await mails.lockDue(now)
      if (!row) return false
      const { id, userId, cadence } = row
      const [reader] = await listRecipients([userId])
      const zone = reader?.timeZone ?? timeZone()
      try {
        const period = wholePeriodBefore(localDayOf(now, timeZone()), cadence)
        const order =
          hasAddress(reader) && (await write(row, reader, { period, cause: `report:${id}:${period.to}` }))
        if (order) await post(transaction, [order])
        await mails.setDue(id, nextReport(now, cadence, { reader: zone, site: timeZone() }))
      } catch (error) {
        log.warn({ report: id, reason: messageOf(error) }, 'a report could not be written')
        // Others are not kept waiting.
        await mails.setDue(id, new Date(now.getTime() + retryAfter))
      }
      return true
    })
  return {
    name: 'report-mails',
    everySeconds: 60,
    isDue: isReportDue,
    async poll() {
      while (await sendNext(clock.now()));
    },
  }
}

type WriteReport = (
  row: ReportMailRow,
  reader: Reader,
  about: { period: Days; cause: string },
) => Promise<MailOrder>

/** Creates what writes the mail with the figures of a period. */
function createWriting(options: ReportMailOptions): WriteReport {
  const { translator, publicUrl, readVisits, readMetrics } = options

  async function read({ cadence, filters }: ReportMailRow, period: Days): Promise<ReportFigures> {
    const before = periodBefore(period, cadence)
    const { country, ...others } = filters
    const isOfPeople = listFilters(others).length === 0
    // One after another, so that reports take no more of the database than a reader does.
    const visits = await readVisits({ ...usual, ...period, ...filters })
    const visitsBefore = await readVisits({ ...usual, ...before, ...filters })
    if (!isOfPeople) return { visits, before: visitsBefore }
    const people = {
      now: await readMetrics({ ...usual, ...period, country }),
      before: await readMetrics({ ...usual, ...before, country }),
    }
    return { visits, before: visitsBefore, people }
  }

  return async (row, { id, email, name, language }, { period, cause }) => {
    const figures = await read(row, period)
    const shown = new URLSearchParams({ ...period, compare: 'before' })
    for (const [dimension, value] of listFilters(row.filters)) shown.set(dimension, value)
    return {
      ...{ cause, kind: 'figure_report' },
      to: { email, name, language, userId: id },
      variables: {
        name,
        period: writePeriod(period, language),
        figures: writeReport(figures, row.filters, { t: translator(language), language }),
      },
      actionUrl: `${publicUrl}/admin?${shown}`,
    }
  }
}
