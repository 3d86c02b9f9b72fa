import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findWaitLimit, runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import { groupCommit } from './group-commit.ts'

describe('a group commit', () => {
  test('answers each caller with the result of its own item, in order', async () => {
    const groups: number[][] = []
    const write = groupCommit(async (items: number[]) => {
      groups.push(items)
      await sleep(1)
      return items.map((item) => item * 10)
    })
    const numbers = Array.from({ length: 50 }, (_, index) => index)
    assert.deepEqual(
      await Promise.all(numbers.map(write)),
      numbers.map((number) => number * 10),
    )
    assert.deepEqual(groups.flat(), numbers)
  })

  test('writes alone what comes alone, and together what comes while a group is being written', async () => {
    const sizes: number[] = []
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const write = groupCommit(async (items: number[]) => {
      sizes.push(items.length)
      if (sizes.length === 1) await held
      return items
    })
    const first = write(0)
    await sleep(5)
    const rest = Array.from({ length: 120 }, (_, index) => write(index))
    letGo()
    await Promise.all([first, ...rest])
    assert.deepEqual(sizes, [1, 120])
    await write(1)
    assert.deepEqual(sizes, [1, 120, 1])
  })

  test('makes no group larger than allowed', async () => {
    const sizes: number[] = []
    const write = groupCommit(
      async (items: number[]) => {
        sizes.push(items.length)
        return items
      },
      { largest: 4 },
    )
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(index)))
    assert.deepEqual(sizes, [4, 4, 2])
  })

  test('lets an invalid item fail alone', async () => {
    const written: number[] = []
    const write = groupCommit(async (items: number[]) => {
      if (items.includes(3)) throw new Error('three is bad')
      written.push(...items)
      return items
    })
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(write))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    assert.deepEqual(written, [1, 2, 4, 5])
    assert.equal(await write(6), 6)
  })

  test('rejects every item of a group whose results are incomplete', async () => {
    const write = groupCommit(async (items: number[]) => (items.length > 1 ? items.slice(1) : items))
    assert.deepEqual(await Promise.all([1, 2].map(write)), [1, 2])
    const broken = groupCommit(async () => [])
    await assert.rejects(broken(1), /not answered in full/)
  })
})

test('a group refused by the database is refused at once, not item by item', async () => {
  let writes = 0
  const refuse = async (): Promise<number[]> => {
    writes++
    throw new Error('the database is away')
  }
  const write = groupCommit(refuse, { isItemFault: () => false })
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, item) => write(item)))
  assert.ok(results.every(({ status }) => status === 'rejected'))
  assert.equal(writes, 1)
})

test('an item is written within the wait limit of the oldest of its group, in which the group before counts', async () => {
  const remaining: number[] = []
  const commit = groupCommit(async (items: number[]) => {
    remaining.push(findWaitLimit()?.remaining ?? Number.NaN)
    await sleep(200)
    return items
  })
  const limited = (milliseconds: number) => runWithin(new WaitLimit(milliseconds), () => commit(0))
  const first = limited(5_000)
  await sleep(50)
  await Promise.all([first, limited(1_000), limited(9_000)])
  await commit(0)
  assert.equal(remaining.length, 3)
  assert.ok(remaining[1] !== undefined && remaining[1] < 900 && remaining[1] > 500, `${remaining[1]} ms`)
  assert.ok(Number.isNaN(remaining[2]), 'without a limit of its own it has none')
})
