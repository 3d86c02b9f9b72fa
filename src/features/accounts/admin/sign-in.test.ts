import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsLeft, sendStep, signIn } from './sign-in.ts'

const form = { username: 'Ana & Co', password: 'a+b=c' }

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: RequestInit[] = []
  const fetch = async (_path: unknown, init?: RequestInit) => {
    sent.push(init ?? {})
    return new Response(JSON.stringify(body), { status, headers })
  }
  return { sent, result: signIn(form, { fetch, language: 'es' }) }
}

test('the form goes form-encoded, and its token comes back', async () => {
  const { sent, result } = answer(200, { access_token: 't', token_type: 'bearer', expires_in: 60 })
  assert.deepEqual(await result, { status: 'signed-in', token: 't' })
  assert.equal(String(sent[0]?.body), 'username=Ana+%26+Co&password=a%2Bb%3Dc')
})

test('a wrong password shows the words of the server', async () => {
  const { result } = answer(401, { detail: 'El usuario o la contraseña no son correctos.' })
  assert.deepEqual(await result, {
    status: 'refused',
    message: 'El usuario o la contraseña no son correctos.',
    fields: {},
  })
})

test('refused fields are returned by name; unknown ones are left out', async () => {
  const errors = [
    { field: 'password', message: 'La contraseña es obligatoria' },
    { field: 'other', message: 'x' },
  ]
  const { result } = answer(422, { detail: 'Hay datos que corregir.', errors })
  assert.deepEqual(await result, {
    status: 'refused',
    message: 'Hay datos que corregir.',
    fields: { password: 'La contraseña es obligatoria' },
  })
})

test('a lock-out has the seconds to wait', async () => {
  const { result } = answer(429, { detail: 'x' }, { 'retry-after': '42' })
  assert.deepEqual(await result, { status: 'locked', seconds: 42 })
})

test('a right password of somebody with a second factor leads to a second step', async () => {
  const methods = ['totp', 'recovery_code']
  const { result } = answer(401, { code: 'second_factor_required', challenge: 'c', methods, detail: 'x' })
  const asked = { challenge: 'c', methods, passkey: undefined }
  assert.deepEqual(await result, { status: 'second-step', asked })
})

test('a second step gives the token, says why not, or has to begin again', async () => {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    sendStep(
      '/api/auth/login/second-factor',
      { challenge: 'c', method: 'totp', code: '1' },
      { fetch: async () => new Response(JSON.stringify(body), { status, headers }), language: 'es' },
    )
  const refused = (message: string | undefined, isOver: boolean) => ({ status: 'refused', message, isOver })
  assert.deepEqual(await send(200, { access_token: 't' }), { status: 'signed-in', token: 't' })
  assert.deepEqual(await send(200, {}), refused(undefined, false))
  assert.deepEqual(await send(401, { detail: 'Mal' }), refused('Mal', false))
  assert.deepEqual(await send(401, { detail: 'Tarde', code: 'challenge_expired' }), refused('Tarde', true))
  assert.deepEqual(await send(429, {}, { 'retry-after': '9' }), { status: 'locked', seconds: 9 })
})

test('an invalid response is a refusal without a message', async () => {
  assert.deepEqual(await answer(200, { token: 1 }).result, {
    status: 'refused',
    message: undefined,
    fields: {},
  })
  assert.deepEqual(await answer(500, 'oops').result, { status: 'refused', message: undefined, fields: {} })
})

test('no network, or a broken body, is unreachable', async () => {
  const offline = async () => {
    throw new TypeError('fetch failed')
  }
  assert.deepEqual(await signIn(form, { fetch: offline, language: 'es' }), { status: 'unreachable' })
  const broken = async () => new Response('<html>', { status: 200 })
  assert.deepEqual(await signIn(form, { fetch: broken, language: 'es' }), { status: 'unreachable' })
})

test('a wait counts whole seconds down to zero', () => {
  assert.equal(secondsLeft(10_000, 8_999), 2)
  assert.equal(secondsLeft(10_000, 9_999), 1)
  assert.equal(secondsLeft(10_000, 10_000), 0)
  assert.equal(secondsLeft(10_000, 99_000), 0)
})
