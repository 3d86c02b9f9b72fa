import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAnswerName } from './model.ts'

test('every answer has a sentence, and none looks better than it was', () => {
  for (const status of [200, 201, 204])
    assert.equal(findAnswerName({ status, fault: null }), 'answers.accepted')
  assert.equal(findAnswerName({ status: 202, fault: null }), 'answers.later')
  assert.equal(findAnswerName({ status: 200, fault: 'unreadable' }), 'faults.unreadable')
  assert.equal(findAnswerName({ status: 403, fault: 'status' }), 'answers.denied')
  assert.equal(findAnswerName({ status: 418, fault: 'status' }), 'answers.error')
  assert.equal(findAnswerName({ status: 503, fault: 'status' }), 'answers.broken')
  assert.equal(findAnswerName({ status: null, fault: 'timeout' }), 'faults.timeout')
  assert.equal(findAnswerName({ status: null, fault: null }), undefined)
})
