import type { BounceOutcome } from '#features/mail/contract.ts'
import { changeCounts } from '#features/mail/metrics/count-store.ts'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import type { MailLinks } from '#features/mail/tracking/links.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { defineWorkerTask, WorkerLimitError, type WorkerPool } from '#platform/worker-pool.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import { createBounceStore } from './bounce-store.ts'
import type { run } from './report-worker.ts'

const day = 86_400_000
/** This number of soft bounces in this number of days, with no delivery in between, counts as a hard bounce. */
const mostSoftBounces = 5
const softBounceDays = 30
/** A mail without a bounce counts as delivered after this time. */
const settledAfter = day

/** How many bytes of a returned message are read: the report comes first, the quoted mail after it. */
export const mostRead = 100_000
const readReport = defineWorkerTask<typeof run>({
  file: new URL('report-worker.ts', import.meta.url),
  limit: 3_000,
})

interface BounceOptions {
  db: Database
  clock: Clock
  log: Logger
  workers: WorkerPool
  links: MailLinks
  suppressions: Suppressions
}

/** Returned mails and complaints. */
export function createBounces({ db, clock, log, workers, links, suppressions }: BounceOptions) {
  /** The report at the beginning of a message; undefined when there is none or reading it exceeds the limits. */
  async function read(raw: Uint8Array) {
    // A copy, because a worker is sent the whole underlying buffer.
    const head = Uint8Array.from(raw.subarray(0, mostRead))
    return workers.run(readReport, head).catch((error: unknown) => {
      if (!(error instanceof WorkerLimitError)) throw error
      log.warn({ limit: error.limit }, 'a returned mail could not be read within its limits')
      return undefined
    })
  }

  return {
    /** Whether a token is one of our bounce addresses. */
    isOurs: (token: string) => links.readLink('bounce', token) !== undefined,

    /**
     * Records a returned message. It is about the mail whose token it was returned to; without a token, about the mail
     * that it quotes. The same report twice counts once. @throws {Problem} 503 when too many wait to be read
     */
    async take(raw: Uint8Array, returnedTo?: string): Promise<BounceOutcome['outcome']> {
      const report = await read(raw)
      if (!report) return 'ignored'
      const tokens = returnedTo === undefined ? report.tokens : [returnedTo]
      const named = tokens.map((token) => links.readLink('bounce', token)?.mailId)
      const mailId = named.find(Boolean) ?? (returnedTo === undefined ? report.mailId : undefined)
      if (mailId === undefined) return 'ignored'
      const reply = readReply(report.response)
      const isHard = report.kind === 'failed' && isAddressGone(reply)
      const kind = report.kind === 'complaint' ? 'complaint' : isHard ? 'hard_bounce' : 'soft_bounce'
      const now = clock.now()
      const email = await db.transaction(async (transaction) => {
        const store = createBounceStore(transaction)
        const mail = await store.lock(mailId)
        if (!mail?.sentAt) return undefined
        const response = withoutAddresses(report.response)
        if (await store.hasEvent({ mailId, kind, response })) return mail.toEmail
        await store.addEvent({ mailId, at: now, kind, response })
        if (kind === 'complaint')
          await changeCounts(transaction, mail, [{ at: now, event: 'complained', by: 1 }])
        else if (report.kind === 'failed' && mail.status === 'sent') {
          await store.update(mailId, { status: 'bounced', response, endedAt: now })
          await changeCounts(transaction, mail, [{ at: now, event: 'bounced', by: 1 }])
        }
        return mail.toEmail
      })
      if (email === undefined) return 'ignored'
      if (kind === 'complaint') await suppressions.suppress('complaint', email)
      else if (isHard || (await hasNobody(email, now))) await suppressions.suppress('hard_bounce', email)
      return kind === 'complaint' ? 'complaint' : isHard ? 'hard' : 'soft'
    },
  }

  async function hasNobody(email: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - softBounceDays * day)
    const settled = new Date(now.getTime() - settledAfter)
    return (await createBounceStore(db).countSoftBounces(email, { since, settled })) >= mostSoftBounces
  }
}
export type Bounces = ReturnType<typeof createBounces>
