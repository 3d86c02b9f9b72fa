import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { type Role, roles } from '#features/accounts/contract.ts'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { draftOf } from '../../test/support/factories.ts'
import type { Send } from '../../test/support/http-client.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const ranks: Role[] = ['viewer', 'editor', 'admin']

/** Every route that is not for everyone, and the least role that may call it. */
const guarded: Record<string, Role> = {
  'POST /api/auth/logout': 'viewer',
  'GET /api/auth/me': 'viewer',
  'GET /api/auth/sessions': 'viewer',
  'DELETE /api/auth/sessions': 'viewer',
  'DELETE /api/auth/sessions/{id}': 'viewer',
  'GET /api/auth/profile': 'viewer',
  'PUT /api/auth/profile': 'viewer',
  'PUT /api/auth/password': 'viewer',
  'GET /api/mail/metrics': 'viewer',
  'GET /api/mail/transport': 'viewer',
  'GET /api/content': 'viewer',
  'POST /api/content': 'editor',
  'GET /api/content/{key}/all': 'viewer',
  'GET /api/content/{key}/built-in': 'viewer',
  'PUT /api/content/{id}/publish': 'editor',
  'PUT /api/content/{id}/unpublish': 'editor',
  'GET /api/content/{key}/actions': 'viewer',
  'POST /api/content/{id}/restore': 'editor',
  'PUT /api/content/{key}/presence': 'viewer',
  'DELETE /api/content/{key}/presence/{editor}': 'viewer',
  'POST /api/content/preview': 'editor',
  'GET /api/content/{key}/search-result': 'viewer',
  'GET /api/content/{key}/translation': 'viewer',
  'PUT /api/content/{id}/confirm': 'editor',
  'POST /api/content/translate': 'editor',
  'GET /api/content/excerpts': 'viewer',
  'GET /api/releases': 'viewer',
  'POST /api/releases': 'editor',
  'GET /api/releases/{id}': 'viewer',
  'PUT /api/releases/{id}': 'editor',
  'DELETE /api/releases/{id}': 'editor',
  'POST /api/releases/{id}/publish': 'editor',
  'POST /api/releases/{id}/schedule': 'editor',
  'POST /api/releases/{id}/cancel': 'editor',
  'POST /api/releases/{id}/roll-back': 'editor',
  'GET /api/campaigns': 'viewer',
  'POST /api/campaigns': 'editor',
  'POST /api/campaigns/audience': 'viewer',
  'POST /api/campaigns/preview': 'viewer',
  'POST /api/campaigns/test': 'editor',
  'GET /api/campaigns/{id}': 'viewer',
  'GET /api/campaigns/{id}/progress': 'viewer',
  'PUT /api/campaigns/{id}': 'editor',
  'DELETE /api/campaigns/{id}': 'editor',
  'POST /api/campaigns/{id}/schedule': 'editor',
  'POST /api/campaigns/{id}/pause': 'editor',
  'POST /api/campaigns/{id}/resume': 'editor',
  'POST /api/campaigns/{id}/cancel': 'editor',
  'POST /api/campaigns/{id}/duplicate': 'editor',
  'GET /api/media': 'viewer',
  'POST /api/media': 'editor',
  'DELETE /api/media/{id}': 'editor',
  'GET /api/doc/files/recent': 'viewer',
  'GET /api/mail/messages': 'viewer',
  'GET /api/mail/messages/{id}': 'viewer',
  'POST /api/mail/messages/{id}/resend': 'editor',
  'GET /api/mail/suppressions': 'viewer',
  'POST /api/mail/suppressions': 'editor',
  'DELETE /api/mail/suppressions': 'editor',
  'GET /api/badges': 'viewer',
  'POST /api/badges': 'editor',
  'POST /api/badges/{id}/revoke': 'editor',
  'POST /api/badges/bulk': 'editor',
  'GET /api/badges/bulk/{id}': 'viewer',
  'POST /api/badges/bulk/{id}/stop': 'editor',
  'GET /api/badges/types': 'viewer',
  'PUT /api/badges/types/{type}/texts/{language}': 'editor',
  'DELETE /api/badges/types/{type}/texts/{language}': 'editor',
  'GET /api/badges/keys': 'admin',
  'POST /api/badges/keys/rotate': 'admin',
  'GET /api/leads/{id}/badges': 'viewer',
  'GET /api/mail/templates': 'viewer',
  'GET /api/mail/templates/{kind}': 'viewer',
  'PUT /api/mail/templates/{kind}': 'editor',
  'POST /api/mail/templates/{kind}/reset': 'editor',
  'POST /api/mail/templates/{kind}/preview': 'viewer',
  'POST /api/mail/templates/{kind}/test': 'editor',
  'GET /api/early-adopters': 'viewer',
  'GET /api/early-adopters/summary': 'viewer',
  'POST /api/early-adopters/export': 'viewer',
  'POST /api/early-adopters/import': 'editor',
  'GET /api/leads/{id}': 'viewer',
  'PATCH /api/leads/{id}': 'editor',
  'GET /api/leads/{id}/timeline': 'viewer',
  'POST /api/leads/{id}/notes': 'editor',
  'PUT /api/leads/{id}/notes/{note}': 'editor',
  'DELETE /api/leads/{id}/notes/{note}': 'editor',
  'POST /api/early-adopters/erase': 'admin',
  'DELETE /api/leads/{id}': 'admin',
}
/** Every route that is for everyone (seed A §6). */
const open = [
  'POST /api/auth/login',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'GET /api/content/{key}',
  'POST /api/early-adopters',
  'GET /api/doc/files',
  // For whoever has its own token, and for admins.
  'POST /api/mail/bounces',
  'GET /lang/{code}.json',
]

const Operation = z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

let app: TestApp
const users = new Map<Role, () => Promise<Send>>()

before(async () => {
  app = await startTestApp()
  for (const role of roles) users.set(role, () => app.signInAs(role))
})
after(() => app.close())

function ask(send: Send, route: string) {
  const [method = '', path = ''] = route.split(' ')
  const address = path
    .replace('{id}', nowhere)
    .replace('{key}', 'home-hero')
    .replace('{editor}', nowhere)
    .replace('{note}', nowhere)
    .replace('{kind}', 'confirmation')
  return send(`${address}?language=es`, {
    method,
    ...(route === 'POST /api/content' && { json: draftOf({ version: 9 }) }),
  })
}

describe('the routes of the API', () => {
  test('are all in one of the two lists here, and say so in the description of the API', async () => {
    const { paths } = (await app.send('/api/openapi.json')).read(Description)
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security }]) => ({
        route: `${method.toUpperCase()} ${path}`,
        isOpen: security.length === 0,
      })),
    )
    assert.ok(described.length > 0)
    for (const { route, isOpen } of described) {
      assert.equal(isOpen, open.includes(route), route)
      assert.equal(!isOpen, route in guarded, route)
    }
    assert.equal(described.length, open.length + Object.keys(guarded).length)
  })

  for (const [route, least] of Object.entries(guarded)) {
    test(`${route} is for ${least} and above`, async () => {
      const anonymous = await ask(app.send, route)
      assert.equal(anonymous.status, 401)
      assert.ok(anonymous.problem().detail)
      for (const role of ranks) {
        const send = await users.get(role)?.()
        assert.ok(send)
        const reply = await ask(send, route)
        if (ranks.indexOf(role) < ranks.indexOf(least)) {
          assert.equal(reply.status, 403, role)
          assert.equal(reply.problem().detail, 'Tu cuenta no tiene permiso para hacer esto.')
          // Past the guard the rules have their say, and an empty request breaks most of them.
        } else assert.ok(reply.status < 500 && ![401, 403].includes(reply.status), `${role}: ${reply.status}`)
      }
    })
  }

  test('are guarded before a body is read', async () => {
    const reply = await app.send('/api/content', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(reply.status, 401)
    const huge = await app.send('/api/content', {
      body: 'x'.repeat(3_000_000),
      headers: { 'content-type': 'text/x' },
    })
    assert.equal(huge.status, 401)
  })

  test('are guarded under every spelling of their address', async () => {
    for (const path of [
      '/api/early-adopters?',
      '/api/early%2dadopters',
      '/api/early-adopters#x',
      '/api//early-adopters',
      '/API/early-adopters',
      '/api/early-adopters/../early-adopters',
    ]) {
      const { status } = await app.send(path)
      assert.ok(status === 401 || status === 404, `${path}: ${status}`)
    }
    const head = await app.send('/api/early-adopters', { method: 'HEAD' })
    assert.equal(head.status, 401)
  })
})

test('guessing tokens is rationed as any other request', async () => {
  const rationed = await startTestApp({ env: { API_RATE_LIMIT: '3' } })
  try {
    const statuses: number[] = []
    for (let guess = 1; guess <= 4; guess++) {
      const headers = { authorization: `Bearer guess${guess}` }
      statuses.push((await rationed.send('/api/auth/me', { headers })).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 429])
    // What is no part of the API does not look at the header at all.
    assert.equal((await rationed.send('/es/', { headers: { authorization: 'Bearer guess' } })).status, 200)
  } finally {
    await rationed.close()
  }
})
