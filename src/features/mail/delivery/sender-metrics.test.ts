import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { mails } from '#features/mail/table.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { orderOf, startTestEngine, type TestEngine } from '../../../../test/support/mail-engine.ts'
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.ts'
import { until } from '../../../../test/support/until.ts'

const minute = 60_000
let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: DatabaseProxy
let server: MailServer
let engine: TestEngine

before(async () => {
  database = await createTestDatabase()
  proxy = await openDatabaseProxy(database.url)
  server = await startMailServer()
})
beforeEach(() => {
  server.behave({})
  engine = startTestEngine({ databaseUrl: proxy.url, smtpUrl: server.url })
})
afterEach(async () => {
  await engine.db.delete(mails)
  await engine.close()
})
after(async () => {
  await server.close()
  await proxy.close()
  await database.drop()
})

/** The mail metrics, without their help. */
async function read(from: TestEngine = engine): Promise<string[]> {
  const text = await from.registry.metrics()
  return text
    .split('\n')
    .filter((line) => /^mails?_(waiting|oldest|failed\b|server)/.test(line) && !/^mails_failed_to/.test(line))
}

describe('the metrics', () => {
  test('count the mails that wait, those that are due, and those that failed in the last day', async () => {
    const order = (age: number) => orderOf({ dueAt: new Date(engine.clock.now().getTime() - age) })
    await engine.post([order(10 * minute), order(minute), order(-minute), orderOf(), orderOf()])
    const [, , , failed, old] = await engine.all()
    for (const [mail, ago] of [
      [failed, 60 * minute],
      [old, 25 * 60 * minute],
    ] as const) {
      const endedAt = new Date(engine.clock.now().getTime() - ago)
      assert.ok(mail)
      await engine.db.execute(
        `UPDATE mails SET status = 'failed', ended_at = '${endedAt.toISOString()}' WHERE id = '${mail.id}'`,
      )
    }
    const lines = await read()
    assert.deepEqual(lines.filter((line) => !line.startsWith('mail_server')).sort(), [
      'mails_failed 1',
      'mails_oldest_due_seconds{queue="campaigns"} 0',
      'mails_oldest_due_seconds{queue="others"} 600',
      'mails_waiting{queue="campaigns"} 0',
      'mails_waiting{queue="others"} 3',
    ])
  })

  test('say whether the mail server can be reached', async () => {
    const isReachable = (value: number) => async () =>
      (await read()).includes(`mail_server_reachable ${value}`)
    await until(isReachable(1), 'it is known that the server can be reached')
    await server.goAway()
    try {
      await engine.post([orderOf()])
      await engine.poll()
      assert.ok(await isReachable(0)())
    } finally {
      await server.comeBack()
    }
    await until(async () => {
      await engine.poll()
      return isReachable(1)()
    }, 'the server can be reached again')
  })

  test('say nothing about a mail server when there is none', async () => {
    const outbox = startTestEngine({ databaseUrl: database.url })
    try {
      assert.doesNotMatch((await read(outbox)).join(), /mail_server/)
      assert.match((await read(outbox)).join(), /mails_waiting/)
    } finally {
      await outbox.close()
    }
  })

  for (const [state, breakIt] of [
    ['is away', () => proxy.cut()],
    ['does not answer', () => proxy.freeze()],
  ] as const) {
    test(`are absent while the database ${state}, and delay the others by little`, async () => {
      await engine.db.execute('SELECT 1')
      await breakIt()
      try {
        const start = performance.now()
        assert.deepEqual(
          (await read()).filter((line) => line.startsWith('mails')),
          [],
        )
        assert.ok(performance.now() - start < 3_000)
      } finally {
        await proxy.restore()
      }
      await until(async () => (await read()).includes('mails_failed 0'), 'the metrics are back')
    })
  }
})
