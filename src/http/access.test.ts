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
  'DELETE /api/auth/sessions/{id}': 'viewer',
  'GET /api/content': 'viewer',
  'POST /api/content': 'editor',
  'GET /api/content/{key}/all': 'viewer',
  'GET /api/content/{key}/built-in': 'viewer',
  'PUT /api/content/{id}/publish': 'editor',
  'PUT /api/content/{id}/unpublish': 'editor',
  'GET /api/early-adopters': 'viewer',
  'GET /api/early-adopters/summary': 'viewer',
}
/** Every route that is for everyone (seed A §6). */
const open = [
  'POST /api/auth/login',
  'GET /api/content/{key}',
  'POST /api/early-adopters',
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
  const address = path.replace('{id}', nowhere).replace('{key}', 'home-hero')
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
        } else assert.ok([200, 204, 404, 409].includes(reply.status), `${role}: ${reply.status}`)
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
