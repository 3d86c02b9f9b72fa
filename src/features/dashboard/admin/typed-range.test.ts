import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followAddress, startRange, typeDays } from './typed-range.ts'

const days = (from: string, to: string) => ({ from: `2026-11-${from}`, to: `2026-11-${to}` })

test('what is typed while the address is on its way is kept', () => {
  const first = typeDays(startRange(days('01', '26')), days('20', '26'))
  assert.deepEqual(first.asks, days('20', '26'))
  const second = typeDays(first.state, days('20', '10'))
  assert.equal(second.asks, undefined)
  assert.deepEqual(followAddress(second.state, days('20', '26')).typed, days('20', '10'))
})

test('of two askings, the address may skip the first or have both', () => {
  const { state: one } = typeDays(startRange(days('01', '26')), days('20', '26'))
  const { state: both } = typeDays(one, days('20', '22'))
  for (const state of [both, followAddress(both, days('20', '26'))]) {
    const { typed, asked } = followAddress(state, days('20', '22'))
    assert.deepEqual([typed, asked], [days('20', '22'), []])
  }
})

test('an address from elsewhere, such as a step back and forward again, is followed', () => {
  const { state } = typeDays(startRange(days('01', '26')), days('20', '26'))
  const arrived = followAddress(state, days('20', '26'))
  const back = followAddress(arrived, days('01', '26'))
  assert.deepEqual(back.typed, days('01', '26'))
  assert.deepEqual(followAddress(back, days('20', '26')).typed, days('20', '26'))
})

test('a day that is empty asks for nothing, and the same days are not asked for twice', () => {
  const state = startRange(days('01', '26'))
  assert.equal(typeDays(state, { to: '2026-11-26' }).asks, undefined)
  assert.deepEqual(typeDays(state, days('01', '26')).state.asked, [])
})
