import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Problem } from '#shared/problem.ts'
import { createForkedProcess, type ForkedProcess, ForkedProcessError } from './forked-process.ts'

const program = fileURLToPath(new URL('../../test/support/forked-program-process.ts', import.meta.url))
interface Order {
  work: 'echo' | 'wait' | 'fail' | 'exit' | 'loop' | 'fill'
  amount?: number
}

const forked: ForkedProcess<Order, { pid: number }>[] = []
function create(options: { limit?: number; maxWaiting?: number; memoryLimit?: number } = {}) {
  const created = createForkedProcess<Order, { pid: number }>({ program, title: 'the test', ...options })
  forked.push(created)
  return created
}
after(() => {
  for (const one of forked) one.close()
})

const isFor = (reason: string) => (error: unknown) =>
  error instanceof ForkedProcessError && error.reason === reason

describe('a forked process', () => {
  test('counts the time from the start of the work, and refuses the late order alone', async () => {
    const { ask } = create({ limit: 900 })
    const { pid } = await ask({ work: 'echo' })
    const orders = [
      ...[1, 2, 3, 4, 5].map(() => ask({ work: 'wait', amount: 250 })),
      ask({ work: 'loop' }),
      ask({ work: 'echo' }),
      ask({ work: 'echo' }),
    ]
    const results = await Promise.allSettled(orders)
    const pids = results.map((result) =>
      result.status === 'fulfilled' ? result.value.pid : result.reason.reason,
    )
    const next = pids[6]
    assert.deepEqual(pids, [pid, pid, pid, pid, pid, 'late', next, next])
    assert.ok(typeof next === 'number' && next !== pid)
  })

  test('that ends rejects its order, and no other', async () => {
    const { ask } = create()
    const [failed, ended, next] = await Promise.allSettled([
      ask({ work: 'fail' }),
      ask({ work: 'exit' }),
      ask({ work: 'echo' }),
    ])
    assert.ok(failed.status === 'rejected' && isFor('failure')(failed.reason))
    assert.ok(ended.status === 'rejected' && isFor('ended')(ended.reason))
    assert.equal(next.status, 'fulfilled')
  })

  test('refuses tasks when its queue is full', async () => {
    const { ask } = create({ maxWaiting: 2 })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => ask({ work: 'echo' })))
    assert.deepEqual(
      results.map((result) =>
        result.status === 'fulfilled' ? 200 : result.reason instanceof Problem && result.reason.status,
      ),
      [200, 200, 200, 503, 503],
    )
  })

  test('is ended at its memory limit', { skip: process.platform !== 'linux' }, async () => {
    const { ask } = create({ memoryLimit: 300 })
    assert.equal((await ask({ work: 'fill', amount: 2 })).pid, 2)
    await assert.rejects(ask({ work: 'fill', amount: 200 }), isFor('memory'))
    assert.equal((await ask({ work: 'fill', amount: 2 })).pid, 2)
  })
})
