import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptInvitation, endReplacedSession, openInvitation } from './acceptance.ts'

const invitation = {
  username: 'ana',
  email: 'ana@example.org',
  name: '',
  role: 'editor',
  languages: ['ar'],
  invited_by: 'Admin',
}
const acceptance = { token: 'secret', name: 'Ana', password: 'a long phrase of theirs' }

function answering(status: number, body: unknown) {
  const sent: { path: string; init: RequestInit | undefined }[] = []
  const fetch = async (path: unknown, init?: RequestInit) => {
    sent.push({ path: String(path), init })
    return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
    })
  }
  return { sent, options: { fetch, language: 'es' } }
}

test('the token goes in the body, never in an address', async () => {
  const { sent, options } = answering(200, invitation)
  assert.deepEqual(await openInvitation('secret', options), { status: 'open', invitation })
  assert.equal(sent[0]?.path, '/api/auth/invitation')
  assert.equal(sent[0]?.init?.body, '{"token":"secret"}')
})

test('an accepted invitation gives a token', async () => {
  const { options } = answering(200, { access_token: 't', token_type: 'bearer', expires_in: 60 })
  assert.deepEqual(await acceptInvitation(acceptance, options), { status: 'accepted', token: 't' })
})

test('a link that no longer works is told apart from a refused field', async () => {
  const expired = answering(410, { detail: 'Gone' })
  assert.deepEqual(await acceptInvitation(acceptance, expired.options), { status: 'expired' })
  assert.deepEqual(await openInvitation('secret', expired.options), { status: 'expired' })
  const errors = [
    { field: 'password', message: 'Too easy' },
    { field: 'password', message: 'Another' },
    { field: 'token', message: 'x' },
  ]
  const refused = answering(422, { detail: 'Correct these', errors })
  assert.deepEqual(await acceptInvitation(acceptance, refused.options), {
    status: 'refused',
    message: 'Correct these',
    fields: { password: 'Too easy' },
  })
})

test('a page of a proxy or no answer at all is a failure that can be tried again', async () => {
  const page = answering(502, '<html>')
  assert.deepEqual(await openInvitation('secret', page.options), {
    status: 'refused',
    message: undefined,
    fields: {},
  })
  assert.deepEqual(await openInvitation('secret', answering(200, {}).options), {
    status: 'refused',
    message: undefined,
    fields: {},
  })
  const fetch = async () => {
    throw new TypeError('offline')
  }
  assert.deepEqual(await openInvitation('secret', { fetch, language: 'es' }), { status: 'unreachable' })
})

test('the session that is replaced is ended with its own token', () => {
  const { sent, options } = answering(204, '')
  endReplacedSession('old', options.fetch)
  assert.equal(sent[0]?.path, '/api/auth/logout')
  assert.deepEqual(sent[0]?.init?.headers, { authorization: 'Bearer old' })
})
