import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { faultOf, platformOptions } from '../../../../../test/support/social/protocol/calling.ts'
import { sendJson, startPlatformServer } from '../../../../../test/support/social/simulator.ts'
import { createStandardOAuth } from './standard-oauth.ts'

interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

let answer: Answer = { status: 200 }
const server = await startPlatformServer((response) => {
  sendJson(response, answer.status, answer.body ?? {}, answer.headers)
})
after(() => server.close())

const now = new Date('2026-11-28T12:00:00Z')
const { calls } = platformOptions({}, () => now)
const authorization = createStandardOAuth({
  ...{ calls, now: () => now, usesPkce: true, clientAuthentication: 'post', refreshDays: 60 },
  authorizeUrl: `${server.origin}/authorize?prompt=consent`,
  tokenUrl: `${server.origin}/token`,
  revokeUrl: `${server.origin}/revoke`,
  scopes: ['one', 'two'],
  scopeSeparator: ',',
})
const client = { id: 'our-id', secret: 'our-long-secret' }
const grant = {
  accessToken: 'old-access-token',
  refreshToken: 'old-refresh-token',
  expiresAt: null,
  refreshExpiresAt: null,
  scopes: ['one'],
}
const signal = AbortSignal.timeout(30_000)
const refresh = async (given: Answer) => {
  answer = given
  assert.ok(authorization.refresh)
  return await authorization.refresh({ client, grant, signal })
}

test('The page is asked with what the standard says, and what it had before', () => {
  const url = authorization.authorize({
    ...{ client, redirectUri: 'https://sales.example/back?x=1', state: 'a&b', codeChallenge: 'digest' },
  })
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    ...{ prompt: 'consent', response_type: 'code', client_id: 'our-id', scope: 'one,two', state: 'a&b' },
    ...{ redirect_uri: 'https://sales.example/back?x=1' },
    ...{ code_challenge: 'digest', code_challenge_method: 'S256' },
  })
})

test('What a renewal does not tell stays, and a refresh token that is repeated is kept whole', async () => {
  const kept = await refresh({ status: 200, body: { access_token: 'new', token_type: 'Bearer' } })
  assert.deepEqual(kept, { ...grant, accessToken: 'new' })
  const tokens = { access_token: 'new', token_type: 'bearer', expires_in: 3600 }
  const body = { ...tokens, refresh_token: grant.refreshToken, id_token: 'not.checked.here' }
  assert.deepEqual(await refresh({ status: 200, body }), {
    ...{ accessToken: 'new', refreshToken: grant.refreshToken, scopes: ['one'] },
    expiresAt: new Date('2026-11-28T13:00:00Z'),
    refreshExpiresAt: new Date('2027-01-27T12:00:00Z'),
  })
})

const refusals: [string, Answer, string, string][] = [
  ['an ended grant', { status: 400, body: { error: 'invalid_grant' } }, 'token', 'invalid_grant'],
  [
    'an ended grant with a sentence that repeats the token',
    { status: 400, body: { error: 'invalid_grant', error_description: 'old-refresh-token is over' } },
    'token',
    '… is over',
  ],
  [
    'an ended grant with the status 200',
    { status: 200, body: { error: 'invalid_grant' } },
    'token',
    'invalid_grant',
  ],
  [
    'an unusual refusal',
    { status: 400, body: { message: 'Bad Request', error: 400 } },
    'token',
    'Bad Request',
  ],
  ['an unknown client', { status: 401, body: { error: 'invalid_client' } }, 'refused', 'invalid_client'],
  [
    'a client that may not',
    { status: 400, body: { error: 'unauthorized_client' } },
    'refused',
    'unauthorized_client',
  ],
  ['a busy server', { status: 503, body: { message: 'Later' } }, 'busy', 'Later'],
  ['an answer without a token', { status: 200, body: { token_type: 'bearer' } }, 'lost', 'unreadable'],
]
for (const [name, given, kind, message] of refusals)
  test(`A renewal ends with ${name}`, async () => {
    const fault = await faultOf(refresh(given))
    assert.deepEqual([fault.kind, fault.message], [kind, message])
  })

test('A renewal is asked to wait', async () => {
  const fault = await faultOf(refresh({ status: 429, headers: { 'retry-after': '30' } }))
  assert.deepEqual([fault.kind, fault.again], ['limited', new Date('2026-11-28T12:00:30Z')])
})

test('Nothing is sent without a refresh token, and the secret goes in the form', async () => {
  const before = server.received.length
  assert.ok(authorization.refresh && authorization.revoke)
  const alone = { ...grant, refreshToken: null }
  assert.equal((await faultOf(authorization.refresh({ client, grant: alone, signal }))).kind, 'token')
  assert.equal(server.received.length, before)
  answer = { status: 200 }
  await authorization.revoke({ client, grant: alone, signal })
  const sent = Object.fromEntries(new URLSearchParams(server.received.at(-1)?.body.toString('utf8')))
  assert.deepEqual(sent, {
    ...{ client_id: 'our-id', client_secret: 'our-long-secret' },
    ...{ token: 'old-access-token', token_type_hint: 'access_token' },
  })
})

test('Where one token is revoked and the other has ended, that is no failure; where both have, it is', async () => {
  const seen: string[] = []
  const both = await startPlatformServer((response, { body }) => {
    seen.push(new URLSearchParams(body.toString('utf8')).get('token_type_hint') ?? '')
    if (seen.length === 2) sendJson(response, 200, {})
    else sendJson(response, 400, { error: 'invalid_request' })
  })
  const revoke = createStandardOAuth({
    ...{ calls, now: () => now, usesPkce: false, clientAuthentication: 'basic', scopes: [] },
    ...{ authorizeUrl: both.origin, tokenUrl: both.origin, revokeUrl: both.origin },
    revokes: ['access_token', 'refresh_token'],
  }).revoke
  assert.ok(revoke)
  await revoke({ client, grant, signal })
  assert.deepEqual(seen, ['access_token', 'refresh_token'])
  assert.equal((await faultOf(revoke({ client, grant, signal }))).kind, 'refused')
  await both.close()
})
