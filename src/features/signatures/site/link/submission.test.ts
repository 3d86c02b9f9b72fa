import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TypedActivation } from '#features/signatures/page/contract.ts'
import { checkLink } from './link-check.ts'
import { sendActivation } from './submission.ts'

const values: TypedActivation = {
  fullName: 'Ana',
  organization: 'Valle',
  position: 'Directora',
  country: 'ES',
  phoneNumber: '',
  linkedinProfile: '',
  useCase: 'x',
  agreedToTerms: true,
}
const data = {
  signature_id: 'id',
  blockchain_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  activated_at: '2026-03-01T10:00:00.000Z',
}
const signature = { id: 'id', address: data.blockchain_address, activatedAt: data.activated_at }

type Answer = [status: number, body: unknown] | 'lost'

/** A server that answers by the call. */
function answering(answers: { validate?: Answer; activate?: Answer }) {
  const asked: string[] = []
  const send: typeof fetch = async (input) => {
    const path = String(input)
    asked.push(path)
    const answer = answers[path.includes('/validate/') ? 'validate' : 'activate'] ?? 'lost'
    if (answer === 'lost') throw new TypeError('fetch failed')
    const [status, body] = answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }
  return { send, asked }
}

test('an activation that is accepted gives the signature', async () => {
  const { send, asked } = answering({ activate: [200, { success: true, message: '', signature_data: data }] })
  assert.deepEqual(await sendActivation('a/b', values, 'en', send), { status: 'activated', signature })
  assert.deepEqual(asked, ['/api/signature/activate/a%2Fb'])
})

test('refused fields carry the sentences of the server', async () => {
  const errors = [
    { field: 'phoneNumber', message: 'No phone number' },
    { field: '__proto__', message: 'x' },
  ]
  const { send } = answering({ activate: [422, { success: false, message: 'Some', errors }] })
  const outcome = await sendActivation('t', values, 'en', send)
  assert.equal(outcome.status, 'refused')
  assert.deepEqual('errors' in outcome && outcome.errors, { phoneNumber: 'No phone number' })
})

test('after an attempt of which no answer came, a second one learns that the signature is active', async () => {
  const lost = answering({})
  assert.deepEqual(await sendActivation('t', values, 'en', lost.send), { status: 'unreachable' })
  const again = answering({
    activate: [409, { success: false, message: 'Used' }],
    validate: [200, { valid: false, message: 'Used', expires_in_hours: 0, signature_data: data }],
  })
  assert.deepEqual(await sendActivation('t', values, 'en', again.send), { status: 'activated', signature })
})

test('a refusal has the message of the server, and none for an internal error or an unreadable answer', async () => {
  const messageOf = async (activate: Answer) => {
    const outcome = await sendActivation('t', values, 'en', answering({ activate }).send)
    assert.equal(outcome.status, 'refused')
    return 'message' in outcome ? outcome.message : undefined
  }
  assert.equal(await messageOf([429, { message: 'Wait' }]), 'Wait')
  assert.equal(await messageOf([503, { detail: 'Away' }]), 'Away')
  assert.equal(await messageOf([500, { detail: 'An error' }]), undefined)
  assert.equal(await messageOf([502, '<html>']), undefined)
})

test('a link is valid, used, refused or not known', async () => {
  const check = (validate: Answer) => checkLink('t', 'en', answering({ validate }).send)
  const pending = { ...data, blockchain_address: null, activated_at: null }
  const link = { message: 'No', expires_in_hours: 1.5, signature_data: pending }
  assert.deepEqual(await check([200, { ...link, valid: true }]), { status: 'valid', expiresInHours: 1.5 })
  assert.deepEqual(await check([200, { ...link, valid: false, signature_data: data }]), {
    status: 'activated',
    signature,
  })
  assert.deepEqual(await check([200, { ...link, valid: false, signature_data: null }]), {
    status: 'refused',
    message: 'No',
  })
  for (const answer of ['lost', [503, {}], [429, {}], [200, '<html>']] satisfies Answer[])
    assert.deepEqual(await check(answer), { status: 'unknown' })
})
