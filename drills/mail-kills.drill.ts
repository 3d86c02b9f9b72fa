import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../test/support/until.ts'
import { createMailQueue } from './support/mail-queue.ts'

const total = 2_000
const kills = 50
const mailsBetween = 30

for (const acceptMs of [5, 50]) {
  test(`a process that is killed ${kills} times loses none of ${total} mails and doubles at most one for each, when the mail server takes ${acceptMs} ms to accept one`, async (context) => {
    const queue = await createMailQueue({ total, accept: () => sleep(acceptMs) })
    const killedAt: number[] = []
    try {
      while (killedAt.length < kills) {
        const server = await queue.startServer()
        const enough = Math.min(queue.received() + mailsBetween, total - kills)
        await until(() => queue.received() >= enough, `${enough} mails are sent`, 120)
        await sleep(Math.random() * 2 * acceptMs)
        await server.end('SIGKILL')
        killedAt.push(performance.now())
      }
      const marked = await queue.countMarked()
      const last = await queue.startServer()
      await until(async () => (await queue.countMarked()) === total, 'all mails are sent', 300)
      await last.end('SIGTERM')

      const doubled = queue.doubled()
      // The kill after which a first copy was sent again.
      const blamed = doubled.map(([first = 0]) => killedAt.findIndex((at) => at >= first))
      const worst = Math.max(0, ...killedAt.map((_, kill) => blamed.filter((one) => one === kill).length))
      context.diagnostic(`${marked} mails marked at the last kill; ${total - queue.received()} lost`)
      context.diagnostic(`${doubled.length} doubled by ${kills} kills, at most ${worst} by one`)
      assert.equal(queue.received(), total)
      assert.ok(
        doubled.every(({ length }) => length === 2),
        'a mail went out more than twice',
      )
      assert.ok(worst <= 1)
    } finally {
      await queue.close()
    }
  })
}
