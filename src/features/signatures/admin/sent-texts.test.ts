import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentKey } from './sent-texts.ts'

test('nothing says that it was sent without a mail server', () => {
  assert.equal(sentKey('signatures.progress.done', true), 'signatures.progress.done')
  assert.equal(sentKey('signatures.progress.done', false), 'signatures.outbox.done')
  assert.equal(sentKey('signatures.states.sent', false), 'signatures.outbox.state')
  assert.equal(sentKey('signatures.states.opened', false), 'signatures.states.opened')
})
