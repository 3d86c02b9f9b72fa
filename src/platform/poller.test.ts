import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isInBackground } from '#platform/database/wait-limit.ts'
import { until } from '../../test/support/until.ts'
import { systemClock } from './clock.ts'
import { createLog } from './log.ts'
import { createPolling, type EvaluateConditions, type Poller } from './poller.ts'

const log = createLog('silent')

function newPolling(pollers: Poller[], evaluate: EvaluateConditions = evaluateNothing) {
  return createPolling(pollers, { evaluate, clock: systemClock, log })
}

async function evaluateNothing(): Promise<never> {
  throw new Error('a poller without a condition had one evaluated')
}

/** Polls twenty times a second. */
function startPolling(poll: () => Promise<void>) {
  const polling = newPolling([{ name: 'test', everySeconds: 0.05, poll }])
  polling.start()
  return polling
}

test('a poller polls at once and at intervals, failing or not, until it is stopped', async () => {
  let polls = 0
  const polling = startPolling(async () => {
    assert.ok(isInBackground(), 'its queries may take long')
    polls++
    if (polls === 2) throw new Error('the database is away')
  })
  assert.equal(polls, 1)
  await until(() => polls >= 5, 'five polls')
  await polling.stop()
  const atStop = polls
  await sleep(200)
  assert.equal(polls, atStop)
})

test('a slow poll is not run twice at the same time, and stopping waits for it', async () => {
  let running = 0
  let started = 0
  let finished = 0
  const polling = startPolling(async () => {
    started++
    running++
    assert.equal(running, 1)
    await sleep(150)
    running--
    finished++
  })
  await until(() => started === 2, 'the second poll has started')
  assert.equal(running, 1)
  await polling.stop()
  assert.equal(running, 0)
  assert.equal(finished, 2)
})

test('polling that never started stops, and does not poll', async () => {
  let polls = 0
  const polling = newPolling([{ name: 'test', everySeconds: 0.05, poll: async () => void polls++ }])
  await polling.stop()
  polling.start()
  await sleep(120)
  assert.equal(polls, 0)
})

test('a poller with a condition polls only when it holds; the conditions of idle pollers are evaluated in one query', async () => {
  const polls = { never: 0, sometimes: 0, slow: 0 }
  let isDue = false
  let finish = () => {}
  const rounds: number[] = []
  const polling = newPolling(
    [
      { name: 'never', everySeconds: 0.05, isDue: () => sql`never`, poll: async () => void polls.never++ },
      {
        ...{ name: 'sometimes', everySeconds: 0.05, isDue: () => sql`sometimes` },
        poll: async () => void polls.sometimes++,
      },
      {
        ...{ name: 'slow', everySeconds: 0.05, isDue: () => sql`slow` },
        async poll() {
          polls.slow++
          await new Promise<void>((resolve) => {
            finish = resolve
          })
        },
      },
    ],
    async (conditions) => {
      rounds.push(conditions.length)
      return conditions.length === 3 ? [false, isDue, true] : [false, isDue]
    },
  )
  polling.start()
  await until(() => rounds.length >= 4, 'four evaluations')
  assert.deepEqual(rounds.slice(0, 4), [3, 2, 2, 2])
  assert.deepEqual(polls, { never: 0, sometimes: 0, slow: 1 })
  isDue = true
  await until(() => polls.sometimes >= 2, 'two polls of `sometimes`')
  finish()
  await until(() => polls.slow >= 2, 'two polls of `slow`')
  finish()
  await polling.stop()
  assert.equal(polls.never, 0)
})

test('a poller polls again once the database answers again', async () => {
  let evaluated = 0
  let polls = 0
  const polling = newPolling(
    [{ name: 'test', everySeconds: 0.05, isDue: () => sql`true`, poll: async () => void polls++ }],
    async () => {
      if (++evaluated < 3) throw new Error('the database is away')
      return [true]
    },
  )
  polling.start()
  await until(() => polls >= 2, 'two polls')
  await polling.stop()
  assert.equal(evaluated - polls, 2)
})

test('a poller is failing from a failed poll to the next that works', async () => {
  let isBroken = true
  const polling = startPolling(async () => {
    if (isBroken) throw new Error('the database is away')
  })
  await until(() => polling.states()[0]?.isFailing === true, 'it fails')
  isBroken = false
  await until(() => polling.states()[0]?.isFailing === false, 'it works again')
  await polling.stop()
})
