import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/support/until.ts'
import { createMailQueue } from './support/mail-queue.ts'

const shiftedClock = new URL('support/shifted-clock.ts', import.meta.url)
// The mail server takes so long to accept a mail, so that many are taken at any moment.
const acceptMs = 40

for (const shift of [90_000, -90_000]) {
  test(`two processes whose clocks are ${shift / 1000} s apart send 1,000 mails once each`, async (context) => {
    const total = 1_000
    const queue = await createMailQueue({ total, accept: () => sleep(acceptMs) })
    const servers = await Promise.all([
      queue.startServer(),
      queue.startServer({ CLOCK_SHIFT: String(shift), NODE_OPTIONS: `--import=${shiftedClock.href}` }),
    ])
    try {
      const start = performance.now()
      await until(async () => (await queue.countMarked()) === total, 'all mails are sent', 300)
      context.diagnostic(`${queue.doubled().length} of ${queue.received()} mails doubled`)
      context.diagnostic(`${Math.round(total / ((performance.now() - start) / 1000))} mails a second`)
      assert.equal(queue.received(), total)
      assert.equal(queue.doubled().length, 0)
      assert.ok(
        (await queue.countMarked({ offBy: '60 s' })) > total / 10,
        'the process with the other clock sent too few',
      )
    } finally {
      for (const server of servers) await server.end('SIGTERM')
      await queue.close()
    }
  })
}

test('a process that is suspended for longer than its lease, and one that goes on, send 600 mails and double at most one', async (context) => {
  const total = 600
  const queue = await createMailQueue({ total, accept: () => sleep(acceptMs) })
  const [suspended, other] = await Promise.all([queue.startServer(), queue.startServer()])
  try {
    await until(() => queue.received() > 50, '50 mails are sent', 60)
    suspended.pause()
    await sleep(75_000)
    await until(() => queue.received() >= total - 5, 'the other process has sent the rest', 60)
    suspended.resume()
    await until(async () => (await queue.countMarked()) === total, 'all mails are sent', 120)
    await sleep(3_000)
    context.diagnostic(`${queue.doubled().length} of ${queue.received()} mails doubled`)
    assert.equal(queue.received(), total)
    assert.ok(queue.doubled().length <= 1)
  } finally {
    await suspended.end('SIGTERM')
    await other.end('SIGTERM')
    await queue.close()
  }
})
