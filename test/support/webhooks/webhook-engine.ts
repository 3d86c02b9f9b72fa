import { createNotificationRecords } from '#features/notifications/records.ts'
import { createPosting } from '#features/webhooks/delivery/posting.ts'
import { createWebhookSender } from '#features/webhooks/delivery/sender.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { type TestApp, testSecret } from '../build-app.ts'
import { pollIfDue } from '../poll.ts'

interface EngineOptions {
  log?: Logger
  /** Hosts of private networks that may be called. */
  trustedHosts?: readonly string[]
}

/** The part of a server process that sends to webhooks, with its own connections; it polls when it is told to. */
export function startWebhookEngine(
  { databaseUrl, clock }: Pick<TestApp, 'databaseUrl' | 'clock'>,
  { log = createLog('silent'), trustedHosts = ['127.0.0.1'] }: EngineOptions = {},
) {
  const { db, close } = connectPostgres(databaseUrl, { log, max: 4 })
  const client = createOutgoingClient({ trustedHosts: new Set(trustedHosts) })
  const encryption = createEncryption({ current: testSecret, earlier: [] })
  const post = createPosting({ client, clock, userAgent: 'Firmeza/test' })
  const { notify } = createNotificationRecords()
  const sender = createWebhookSender({ db, clock, log, encryption, post, notify })
  const start = () => pollIfDue(sender.poller, { db, now: clock.now() })
  return {
    /** Starts to send what is due, without waiting for it. */
    start,
    /** Sends what is due. */
    async poll(): Promise<void> {
      await start()
      await sender.drain()
    },
    stop: sender.stop,
    async close(): Promise<void> {
      await sender.stop()
      client.close()
      await close()
    },
  }
}
