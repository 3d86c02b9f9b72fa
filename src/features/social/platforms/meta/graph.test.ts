import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readExactJson } from '#features/social/platforms/exact-json.ts'
import type { PlatformFaultKind } from '#features/social/platforms/fault.ts'
import { graphFault } from './graph.ts'

const now = new Date('2026-11-28T12:00:00Z')

function faultOf(error: Record<string, unknown>, status = 400, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ error: { message: 'A message', type: 'OAuthException', ...error } })
  return graphFault({ status, headers: new Headers(headers), body }, now)
}

describe('errors of a Graph API', () => {
  const kinds: [string, Record<string, unknown>, number, PlatformFaultKind][] = [
    ['an ended token', { code: 190, error_subcode: 463 }, 400, 'token'],
    ['a session that is over', { code: 102 }, 401, 'token'],
    ['too many calls of the application', { code: 4 }, 400, 'limited'],
    ['too many calls of the user', { code: 17 }, 400, 'limited'],
    ['too many calls of a page', { code: 32 }, 403, 'limited'],
    ['a limit of the application', { code: 341 }, 400, 'limited'],
    ['a custom limit', { code: 613 }, 400, 'limited'],
    ['a limit of one product', { code: 80002 }, 400, 'limited'],
    ['a temporary fault', { code: 2, is_transient: true }, 400, 'busy'],
    ['an unknown fault', { code: 1 }, 400, 'busy'],
    ['a fault of the server', { code: 190 }, 500, 'busy'],
    ['a fault of the server of Instagram', { code: -1, error_subcode: 2207001 }, 400, 'busy'],
    ['what is taken for spam', { code: 4, error_subcode: 2207051 }, 400, 'refused'],
    ['a permission that is missing', { code: 10 }, 403, 'refused'],
    ['a refusal with the status of a token', { code: 200 }, 401, 'refused'],
    ['a wrong parameter', { code: 100 }, 400, 'refused'],
  ]
  for (const [what, error, status, kind] of kinds)
    test(`${what} is ${kind}`, () => assert.equal(faultOf(error, status).kind, kind))

  test('says the sentence for people, else the one for developers', () => {
    assert.equal(faultOf({ code: 100, error_user_msg: 'Für Menschen' }).message, 'Für Menschen')
    assert.equal(faultOf({ code: 100 }).message, 'A message')
    const signIn = { status: 400, headers: new Headers(), body: '{"error_message":"Already used"}' }
    assert.equal(graphFault(signIn, now).message, 'Already used')
    assert.equal(graphFault({ status: 400, headers: new Headers(), body: '' }, now).message, 'HTTP 400')
  })

  test('tells when to ask again', () => {
    const seconds = (fault: ReturnType<typeof graphFault>) =>
      fault.again && (fault.again.getTime() - now.getTime()) / 1000
    assert.equal(seconds(faultOf({ code: 4 })), undefined)
    assert.equal(seconds(faultOf({ code: 4 }, 400, { 'retry-after': '90' })), 90)
    const usage = { '17841': [{ type: 'instagram', estimated_time_to_regain_access: 19 }] }
    const header = { 'x-business-use-case-usage': JSON.stringify(usage) }
    assert.equal(seconds(faultOf({ code: 80002 }, 400, header)), 19 * 60)
    assert.equal(seconds(faultOf({ code: 9, error_subcode: 2207042 })), 3_600)
    assert.equal(seconds(faultOf({ code: 24, error_subcode: 4279009 })), 30)
  })
})

test('long numbers of JSON keep all their digits', () => {
  assert.deepEqual(
    readExactJson(
      '{"id":17841405793187218,"ids":[7123456789012345678],"text":"a \\" 17841405793187218","n":12.5}',
    ),
    {
      ...{ id: '17841405793187218', ids: ['7123456789012345678'] },
      ...{ text: 'a " 17841405793187218', n: 12.5 },
    },
  )
  assert.equal(readExactJson('<html>'), undefined)
})
