import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import { emptyComposition } from './composition.ts'
import { findNeighbours } from './neighbours.ts'

const text = 'Today we publish the guide to signatures without paper'

const postOf = (id: string, account_id: string, time: string, content: string): CalendarPost => ({
  ...{ id, account_id, content, group_id: 'g', platform: 'telegram', account_name: 'News' },
  ...{ scheduled_at: `2026-12-01T${time}:00.000Z`, time_zone: 'UTC', status: 'scheduled' },
  ...{ stage: 'preparing', version: 1, removed_at: null },
})

const posts = [
  postOf('same', 'a', '15:00', `${text}!`),
  postOf('alike', 'a', '16:00', `${text} nowadays`),
  postOf('near', 'a', '09:09', 'Something else'),
  postOf('far', 'a', '09:10', 'Another thing'),
  postOf('elsewhere', 'b', '09:00', text),
]

const find = (changes: Partial<typeof emptyComposition>) => {
  const composition = { ...emptyComposition, account_ids: ['a'], text, ...changes }
  const { near, similar } = findNeighbours(composition, 'UTC', posts)
  return { near: near.map(({ id }) => id), similar: similar.map(({ id }) => id) }
}

describe('the posts that another one is too near to', () => {
  test('are those of the same account, in time and in words', () => {
    assert.deepEqual(find({ wall_time: '2026-12-01T09:00' }), { near: ['near'], similar: ['same'] })
    assert.deepEqual(find({ account_ids: ['a', 'b'] }).similar, ['same', 'elsewhere'])
    assert.deepEqual(find({ account_ids: [] }), { near: [], similar: [] })
  })

  test('are near in words by what an account says itself, unless that is short', () => {
    const own = (said: string) => ({
      variants: { a: { text: said, title: '', target: {}, left_out: [] } },
    })
    assert.deepEqual(find(own('It says something quite different here')).similar, [])
    assert.deepEqual(find({ text: 'Something else' }).similar, [])
  })

  test('are near in time by the clock of where somebody is', () => {
    const composition = { ...emptyComposition, account_ids: ['a'], wall_time: '2026-12-01T10:05' }
    const { near } = findNeighbours(composition, 'Europe/Madrid', posts)
    assert.deepEqual(
      near.map(({ id }) => id),
      ['near'],
    )
  })
})
