import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainFailure } from '#features/mail/admin/messages/explain.ts'
import { isNarrowed, readChoice, writeChoice } from './metrics-query.ts'

test('the filters in the address are read as they were written', () => {
  const address =
    'days=7&kind=campaign&language=ar&segment=academic&campaign=11111111-1111-4111-8111-111111111111'
  const choice = readChoice(new URLSearchParams(address))
  assert.equal(choice.days, 7)
  assert.equal(String(writeChoice(choice)), address)
  assert.ok(isNarrowed(choice))
})

test('invalid values in the address are ignored', () => {
  const choice = readChoice(new URLSearchParams('days=8&kind=x&language=xx&segment=x&campaign=x'))
  assert.equal(String(writeChoice(choice)), '')
  assert.ok(!isNarrowed(choice))
})

test('the cause of a failure is read from the response of the other server', () => {
  const failed = (response: string | null) => explainFailure({ status: 'failed', response, attempts: 1 })
  assert.equal(failed('550 5.1.1 no such user'), 'address')
  assert.equal(failed('550 unknown'), 'address')
  assert.equal(failed('552 5.2.2 quota exceeded'), 'full')
  assert.equal(failed('550 5.7.1 looks like spam'), 'disliked')
  assert.equal(failed('451 4.3.0 try later'), 'busy')
  assert.equal(failed('550'), 'address')
  assert.equal(failed('550 5.1.8 bad sender'), 'refused')
  assert.equal(failed('connect ECONNREFUSED 203.0.113.9:587'), 'unreachable')
  assert.equal(failed(null), 'unreachable')
  assert.equal(failed('500 what?'), 'refused')
  assert.equal(explainFailure({ status: 'suppressed', response: 'cancelled', attempts: 0 }), 'cancelled')
  assert.equal(explainFailure({ status: 'suppressed', response: null, attempts: 0 }), 'stopped')
  assert.equal(explainFailure({ status: 'queued', response: null, attempts: 0 }), undefined)
  assert.equal(explainFailure({ status: 'queued', response: '421 busy', attempts: 1 }), 'busy')
  assert.equal(explainFailure({ status: 'sent', response: '250 ok', attempts: 1 }), undefined)
})
