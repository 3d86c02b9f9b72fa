import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRightsLinks } from './rights-links.ts'

const [first, second] = ['the first secret of this installation', 'the one that came after the first']
const before = createRightsLinks({ secrets: { current: first, earlier: [] }, publicUrl: '' })
const after = createRightsLinks({ secrets: { current: second, earlier: [first] }, publicUrl: '' })
const alone = createRightsLinks({ secrets: { current: second, earlier: [] }, publicUrl: '' })
const lead = { id: '0192f3a4-5b6c-7d8e-9f01-23456789abcd', linkEpoch: 3 }

test('a personal link works under the secret that came after, until the earlier one is forgotten', () => {
  const token = before.tokenOf(lead)
  assert.equal(after.findId(token), lead.id)
  assert.equal(after.isFor(token, lead), true)
  assert.equal(after.isFor(token, { ...lead, linkEpoch: 4 }), false)
  assert.equal(alone.isFor(token, lead), false)
  assert.equal(before.isFor(after.tokenOf(lead), lead), false)
})

test('so does the confirmation of an address', () => {
  const change = { leadId: lead.id, changeId: '0192f3a4-5b6c-7d8e-9f01-000000000001' }
  const token = before.sealEmailChange(change)
  assert.deepEqual(after.findEmailChange(token), change)
  assert.equal(alone.findEmailChange(token), undefined)
  assert.equal(before.findEmailChange(after.sealEmailChange(change)), undefined)
})
