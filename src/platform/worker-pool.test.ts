import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#shared/problem.ts'
import { until } from '../../test/support/until.ts'
import type { run } from '../../test/support/worker-tasks-worker.ts'
import { createWorkerPool, defineWorkerTask, WorkerLimitError, type WorkerPool } from './worker-pool.ts'

const file = new URL('../../test/support/worker-tasks-worker.ts', import.meta.url)
const task = defineWorkerTask<typeof run>({ file })
const quickTask = defineWorkerTask<typeof run>({ file, limit: 400 })

const pools: WorkerPool[] = []
function createPool(options: Parameters<typeof createWorkerPool>[0] = {}): WorkerPool {
  const pool = createWorkerPool(options)
  pools.push(pool)
  return pool
}
after(() => Promise.all(pools.map((pool) => pool.close())))

const isTimeLimit = (error: unknown) => error instanceof WorkerLimitError && error.limit === 'time'

describe('the worker pool', () => {
  test('runs tasks and passes on their results and errors', async () => {
    const pool = createPool()
    const values = Array.from({ length: 10 }, (_, number) => `value ${number}`)
    const answers = await Promise.all(values.map((value) => pool.run(task, { kind: 'echo', value })))
    assert.deepEqual(answers, values)
    await assert.rejects(pool.run(task, { kind: 'throw', message: 'no luck' }), {
      name: 'TypeError',
      message: 'no luck',
    })
    assert.equal(await pool.run(task, { kind: 'environment' }), '')
  })

  test('ends a task that takes too long, and no other', async () => {
    const pool = createPool()
    const [late, other] = await Promise.allSettled([
      pool.run(quickTask, { kind: 'loop' }),
      pool.run(task, { kind: 'wait', milliseconds: 600 }),
    ])
    assert.ok(late.status === 'rejected' && isTimeLimit(late.reason))
    assert.deepEqual(other, { status: 'fulfilled', value: 'waited' })
    assert.equal(await pool.run(task, { kind: 'echo', value: 'still there' }), 'still there')
  })

  test('does not count the time in the queue', async () => {
    const pool = createPool({ maxThreads: 1 })
    const limited = defineWorkerTask<typeof run>({ file, limit: 1_200 })
    // Starting the thread takes its time too.
    await pool.run(task, { kind: 'echo', value: 'started' })
    const waits = [1, 2, 3, 4].map(() => pool.run(limited, { kind: 'wait', milliseconds: 350 }))
    assert.deepEqual(await Promise.all(waits), ['waited', 'waited', 'waited', 'waited'])
  })

  test('ends a task that takes too much memory or leaves, and no other', async () => {
    const pool = createPool({ memoryLimit: 24 })
    const other = pool.run(task, { kind: 'wait', milliseconds: 300 })
    await assert.rejects(
      pool.run(task, { kind: 'fill' }),
      (error) => error instanceof WorkerLimitError && error.limit === 'memory',
    )
    await assert.rejects(pool.run(task, { kind: 'exit' }))
    assert.equal(await other, 'waited')
    assert.equal(await pool.run(task, { kind: 'echo', value: 'still there' }), 'still there')
  })

  test('refuses tasks when its queue is full', async () => {
    const pool = createPool({ maxThreads: 1, maxWaiting: 2 })
    const waits = Array.from({ length: 5 }, () => pool.run(task, { kind: 'wait', milliseconds: 50 }))
    const results = await Promise.allSettled(waits)
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
    )
    for (const result of results.filter(({ status }) => status === 'rejected')) {
      assert.ok(result.status === 'rejected' && result.reason instanceof Problem)
      assert.equal(result.reason.status, 503)
      assert.equal(result.reason.code, 'overloaded')
      assert.ok((result.reason.options.retryAfter ?? 0) > 0)
    }
  })

  test('drops tasks that its caller has aborted, running or waiting', async () => {
    const pool = createPool({ maxThreads: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const running = pool.run(task, { kind: 'loop' }, { signal: first.signal })
    const waiting = pool.run(task, { kind: 'loop' }, { signal: second.signal })
    const third = pool.run(task, { kind: 'echo', value: 'my turn' })
    const reason = new Error('the client has gone')
    second.abort(reason)
    await assert.rejects(waiting, reason)
    await sleep(50)
    first.abort(reason)
    await assert.rejects(running, reason)
    assert.equal(await third, 'my turn')
    await assert.rejects(pool.run(task, { kind: 'loop' }, { signal: first.signal }), reason)
  })

  const onLinux = { skip: process.platform !== 'linux' }
  test('has no threads while it is idle', onLinux, async () => {
    const countThreads = () => readdirSync('/proc/self/task').length
    await Promise.all(pools.map((earlier) => earlier.close()))
    const pool = createPool({ idleTimeout: 100 })
    const before = countThreads()
    await pool.run(task, { kind: 'echo', value: '' })
    assert.ok(countThreads() > before)
    await until(() => countThreads() === before, 'the thread has ended', 5)
  })

  test('rejects running and later tasks once it is closed', async () => {
    const pool = createPool({ maxThreads: 1 })
    const running = pool.run(task, { kind: 'loop' })
    const waiting = pool.run(task, { kind: 'loop' })
    const refusals = Promise.all([assert.rejects(running, /closed/), assert.rejects(waiting, /closed/)])
    await pool.close()
    await refusals
    await assert.rejects(pool.run(task, { kind: 'echo', value: '' }), /closed/)
  })
})
