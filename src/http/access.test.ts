import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { PermissionEntry } from '#features/accounts/contract.ts'
import { NewApiKey } from '#features/api-keys/contract.ts'
import { type AccessLevel, accessLevels, hasLevel, type Member } from '#shared/roles.ts'
import { backupLevels } from '../../test/support/backups/route-levels.ts'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { transferLevels } from '../../test/support/content/transfer-routes.ts'
import { documentLevels } from '../../test/support/documents/route-levels.ts'
import { draftOf } from '../../test/support/factories.ts'
import { nextSpellings, spellings } from '../../test/support/hostile/spellings.ts'
import { createHttpClient, type Send } from '../../test/support/http-client.ts'
import { openLedgerRoutes } from '../../test/support/ledger/open-routes.ts'
import { operationLevels } from '../../test/support/processes/route-levels.ts'
import { redirectLevels } from '../../test/support/seo/redirect-routes.ts'
import { siteCheckLevels, submissionLevels } from '../../test/support/seo/route-levels.ts'
import { searchConsoleLevels } from '../../test/support/seo/search-console-routes.ts'
import { toldLevels } from '../../test/support/seo/told-routes.ts'
import { openSignatureRoutes, signatureLevels } from '../../test/support/signatures/route-levels.ts'
import { socialAccountLevels } from '../../test/support/social/account-routes.ts'
import { socialPostLevels } from '../../test/support/social/post-routes.ts'
import type { DeclaredRoute } from './access.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const members: Record<AccessLevel, Member> = {
  viewer: { role: 'viewer', languages: null },
  translator: { role: 'editor', languages: ['es'] },
  editor: { role: 'editor', languages: null },
  admin: { role: 'admin', languages: null },
}

/** Every route that is not for everyone, and the least level that may call it. */
const guarded: Record<string, AccessLevel> = {
  'POST /api/auth/logout': 'viewer',
  'GET /api/auth/me': 'viewer',
  'GET /api/auth/sessions': 'viewer',
  'DELETE /api/auth/sessions': 'viewer',
  'DELETE /api/auth/sessions/{id}': 'viewer',
  'GET /api/auth/profile': 'viewer',
  'PUT /api/auth/profile': 'viewer',
  'PATCH /api/auth/preferences': 'viewer',
  'POST /api/auth/email/pending': 'viewer',
  'DELETE /api/auth/email/pending': 'viewer',
  'POST /api/auth/picture': 'viewer',
  'DELETE /api/auth/picture': 'viewer',
  'PUT /api/auth/password': 'viewer',
  'POST /api/auth/confirm-password': 'viewer',
  'POST /api/auth/confirm-passkey/options': 'viewer',
  'POST /api/auth/confirm-passkey': 'viewer',
  'GET /api/auth/second-factor': 'viewer',
  'POST /api/auth/second-factor/totp': 'viewer',
  'PUT /api/auth/second-factor/totp': 'viewer',
  'DELETE /api/auth/second-factor/totp': 'viewer',
  'POST /api/auth/second-factor/passkeys/options': 'viewer',
  'POST /api/auth/second-factor/passkeys': 'viewer',
  'PATCH /api/auth/second-factor/passkeys/{id}': 'viewer',
  'DELETE /api/auth/second-factor/passkeys/{id}': 'viewer',
  'POST /api/auth/second-factor/recovery-codes': 'viewer',
  'DELETE /api/users/{id}/second-factor': 'admin',
  'GET /api/audit': 'admin',
  'GET /api/audit/actions': 'admin',
  'GET /api/audit/check': 'admin',
  'GET /api/audit/head': 'admin',
  'POST /api/audit/export': 'admin',
  ...operationLevels,
  'GET /api/admin/metrics/dashboard': 'viewer',
  'GET /api/dashboard/funnel': 'viewer',
  'GET /api/dashboard/timeline': 'viewer',
  'GET /api/analytics/bot-rules': 'viewer',
  'POST /api/analytics/bot-rules': 'editor',
  'POST /api/analytics/bot-rules/{id}/undo': 'editor',
  'GET /api/analytics/events': 'viewer',
  'GET /api/reports/link': 'viewer',
  'GET /api/reports/links': 'editor',
  'POST /api/reports/links': 'editor',
  'DELETE /api/reports/links/{id}': 'editor',
  'GET /api/reports/mails': 'viewer',
  'POST /api/reports/mails': 'viewer',
  'POST /api/reports/mails/{id}/send': 'viewer',
  'DELETE /api/reports/mails/{id}': 'viewer',
  'GET /api/analytics/live': 'viewer',
  'GET /api/analytics/speed': 'viewer',
  'GET /api/analytics/visits': 'viewer',
  'GET /api/mail/metrics': 'viewer',
  'GET /api/mail/transport': 'viewer',
  'GET /api/mail/unfinished': 'viewer',
  'GET /api/content': 'viewer',
  'GET /api/content/assignments': 'viewer',
  'PUT /api/content/assignments': 'editor',
  'GET /api/team': 'viewer',
  'GET /api/permissions': 'viewer',
  'GET /api/users': 'admin',
  'GET /api/users/{id}': 'admin',
  'POST /api/users': 'admin',
  'POST /api/users/{id}/invitation': 'admin',
  'PATCH /api/users/{id}': 'admin',
  'POST /api/users/{id}/disable': 'admin',
  'POST /api/users/{id}/enable': 'admin',
  'DELETE /api/users/{id}/sessions': 'admin',
  'DELETE /api/users/{id}': 'admin',
  'GET /api/live': 'viewer',
  'GET /api/search': 'viewer',
  'GET /api/notifications': 'viewer',
  'GET /api/notifications/bell': 'viewer',
  'GET /api/notifications/choices': 'viewer',
  'POST /api/notifications/read': 'viewer',
  'POST /api/notifications/unread': 'viewer',
  'PUT /api/notifications/choices/{type}': 'viewer',
  'PUT /api/notifications/tasks/{name}': 'viewer',
  'GET /api/comments': 'viewer',
  'GET /api/comments/asked': 'viewer',
  'POST /api/comments': 'translator',
  'PUT /api/comments/{id}': 'translator',
  'DELETE /api/comments/{id}': 'translator',
  'POST /api/content': 'translator',
  'GET /api/content/{key}/all': 'viewer',
  'GET /api/content/{key}/built-in': 'viewer',
  'PUT /api/content/{id}/publish': 'translator',
  'PUT /api/content/{id}/unpublish': 'translator',
  'GET /api/content/{key}/actions': 'viewer',
  'POST /api/content/{id}/restore': 'translator',
  'PUT /api/content/{key}/presence': 'viewer',
  'GET /api/content/{key}/unsaved': 'translator',
  'PUT /api/content/{key}/unsaved': 'translator',
  'DELETE /api/content/{key}/presence/{editor}': 'viewer',
  'POST /api/content/preview': 'translator',
  'GET /api/content/{key}/previews': 'translator',
  'DELETE /api/content/previews/{id}': 'translator',
  'GET /api/content/{key}/search-result': 'viewer',
  'GET /api/content/{key}/translation': 'viewer',
  'PUT /api/content/{id}/confirm': 'translator',
  'POST /api/content/translate': 'translator',
  'POST /api/content/translate/test': 'admin',
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
  'GET /api/campaigns/{id}/links': 'viewer',
  'POST /api/campaigns/{id}/resend': 'editor',
  'PUT /api/campaigns/{id}': 'editor',
  'DELETE /api/campaigns/{id}': 'editor',
  'POST /api/campaigns/{id}/schedule': 'editor',
  'POST /api/campaigns/{id}/pause': 'editor',
  'POST /api/campaigns/{id}/resume': 'editor',
  'POST /api/campaigns/{id}/cancel': 'editor',
  'POST /api/campaigns/{id}/duplicate': 'editor',
  'GET /api/media': 'viewer',
  'GET /api/media/{id}': 'viewer',
  'GET /api/media/{id}/uses': 'viewer',
  'PATCH /api/media/{id}/alternatives': 'translator',
  'POST /api/media': 'editor',
  'POST /api/media/{id}/replace': 'editor',
  'DELETE /api/media/{id}': 'editor',
  ...backupLevels,
  ...documentLevels,
  ...signatureLevels,
  ...redirectLevels,
  ...toldLevels,
  ...transferLevels,
  ...siteCheckLevels,
  ...submissionLevels,
  ...searchConsoleLevels,
  ...socialAccountLevels,
  ...socialPostLevels,
  'GET /api/doc/files/recent': 'viewer',
  'GET /api/mail/messages': 'viewer',
  'GET /api/mail/messages/{id}': 'viewer',
  'POST /api/mail/messages/{id}/resend': 'editor',
  'GET /api/mail/suppressions': 'editor',
  'POST /api/mail/suppressions': 'editor',
  'DELETE /api/mail/suppressions': 'editor',
  'POST /api/mail/bounces': 'admin',
  'GET /api/badges': 'viewer',
  'POST /api/badges': 'editor',
  'POST /api/badges/{id}/revoke': 'editor',
  'POST /api/badges/bulk': 'editor',
  'GET /api/badges/bulk/{id}': 'viewer',
  'POST /api/badges/bulk/{id}/stop': 'editor',
  'GET /api/badges/types': 'viewer',
  'PUT /api/badges/types/{type}/texts/{language}': 'translator',
  'DELETE /api/badges/types/{type}/texts/{language}': 'translator',
  'GET /api/badges/keys': 'admin',
  'POST /api/badges/keys/rotate': 'admin',
  'GET /api/ledger/health': 'admin',
  'POST /api/ledger/keys/rotate': 'admin',
  'POST /api/ledger/anchors': 'admin',
  'GET /api/leads/{id}/badges': 'viewer',
  'GET /api/mail/templates': 'viewer',
  'GET /api/mail/templates/{kind}': 'viewer',
  'PUT /api/mail/templates/{kind}': 'translator',
  'POST /api/mail/templates/{kind}/reset': 'translator',
  'POST /api/mail/templates/{kind}/preview': 'viewer',
  'POST /api/mail/templates/{kind}/test': 'translator',
  'GET /api/early-adopters': 'viewer',
  'GET /api/early-adopters/similar': 'viewer',
  'GET /api/early-adopters/summary': 'viewer',
  'POST /api/early-adopters/export': 'admin',
  'POST /api/early-adopters/import': 'editor',
  'POST /api/early-adopters/import/refused': 'editor',
  'GET /api/tags': 'viewer',
  'POST /api/early-adopters/tags': 'editor',
  'PATCH /api/tags/{id}': 'editor',
  'POST /api/tags/{id}/merge': 'editor',
  'DELETE /api/tags/{id}': 'editor',
  'GET /api/saved-filters': 'viewer',
  'POST /api/saved-filters': 'editor',
  'PATCH /api/saved-filters/{id}': 'editor',
  'DELETE /api/saved-filters/{id}': 'editor',
  'GET /api/leads/{id}': 'viewer',
  'PATCH /api/leads/{id}': 'editor',
  'DELETE /api/leads/{id}/email-change': 'editor',
  'GET /api/leads/{id}/timeline': 'viewer',
  'POST /api/leads/{id}/notes': 'editor',
  'PUT /api/leads/{id}/notes/{note}': 'editor',
  'DELETE /api/leads/{id}/notes/{note}': 'editor',
  'POST /api/early-adopters/erase': 'admin',
  'DELETE /api/leads/{id}': 'admin',
  'GET /api/api-keys': 'admin',
  'POST /api/api-keys': 'admin',
  'DELETE /api/api-keys/{id}': 'admin',
  'GET /api/webhooks': 'admin',
  'GET /api/webhooks/events': 'admin',
  'GET /api/webhooks/{id}': 'admin',
  'POST /api/webhooks': 'admin',
  'PUT /api/webhooks/{id}': 'admin',
  'DELETE /api/webhooks/{id}': 'admin',
  'POST /api/webhooks/{id}/secret': 'admin',
  'GET /api/webhooks/{id}/deliveries': 'admin',
  'GET /api/webhooks/{id}/deliveries/{delivery}': 'admin',
  'POST /api/webhooks/{id}/test': 'admin',
  'POST /api/webhooks/{id}/deliveries/{delivery}/resend': 'admin',
  'POST /api/webhooks/{id}/resend': 'admin',
  'GET /api/settings': 'editor',
  'PATCH /api/settings': 'admin',
  'GET /api/settings/changes': 'admin',
  'POST /api/settings/changes/{id}/undo': 'admin',
}
/** Every route that is for everyone. */
const open = [
  'POST /api/auth/login',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/login/passkey',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/email/confirm',
  'GET /api/content/{key}',
  'POST /api/early-adopters',
  ...openSignatureRoutes,
  ...openLedgerRoutes,
  'POST /api/visits',
  'POST /api/visits/timings',
  'POST /api/analytics/pageviews',
  'POST /api/analytics/events',
  'POST /api/analytics/conversions',
  'GET /api/doc/files',
  'GET /api/settings/public',
  'GET /api/restores/current',
  'GET /lang/{code}.json',
  'GET /.well-known/did.json',
  'GET /credentials/{id}.json',
  'GET /credentials/sample/{language}.json',
  'GET /credentials/sample/ledger.json',
  'GET /credentials/{id}/badge.png',
  'GET /credentials/{id}/badge.svg',
  'GET /credentials/status/{list}',
  'GET /credentials/achievements/{type}/{language}',
  'GET /credentials/seals/{type}.{format}',
]

const Operation = z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** The route whose answer to a GET does not end. */
const endless = 'GET /api/live'

let app: TestApp
const agent = new Agent({ keepAlive: true })

before(async () => {
  app = await startTestApp()
})
after(async () => {
  agent.destroy()
  await app.close()
})

/** An address that a route's pattern fits, with ids of nothing. */
function addressOf(pattern: string): string {
  return pattern
    .replace(/[:{]key\}?/, 'home-hero')
    .replace(/[:{]kind\}?/, 'confirmation')
    .replace(/[:{]code\}?\.json/, 'es.json')
    .replace(/[:{](type)\}?/, 'pioneer')
    .replace(/[:{]language\}?/, 'es')
    .replace(/[:{]\w+\}?/g, nowhere)
    .replace('*', 'x')
}

function ask(send: Send, route: string, spell = (path: string) => path) {
  const [method = '', pattern = ''] = route.split(' ')
  return send(`${spell(addressOf(pattern))}?language=es`, {
    method,
    agent,
    ...(route === 'POST /api/content' && { json: draftOf({ version: 9 }) }),
  })
}

const programs = new Map<string, Promise<Send>>()

/** A program with a key of the first admin that has those scopes which keys may have and `isWanted` chooses. */
async function programWith(isWanted: (entry: PermissionEntry) => boolean): Promise<Send> {
  const admin = await app.signIn()
  const table = (await admin('/api/permissions')).read(z.array(PermissionEntry))
  const scopes = table.filter((entry) => entry.keys && isWanted(entry)).map(({ action }) => action)
  const name = scopes.join(' ')
  const made = programs.get(name) ?? makeProgram(admin, scopes)
  programs.set(name, made)
  return made
}

async function makeProgram(admin: Send, scopes: string[]): Promise<Send> {
  const reply = await admin('/api/api-keys', { json: { name: 'CRM', scopes, expires_at: null } })
  return createHttpClient(app.url, { authorization: `Bearer ${reply.read(NewApiKey).token}` })
}

/** A route as the tables here write it. */
const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
const permissionOf = ({ access }: DeclaredRoute) =>
  typeof access === 'string' ? undefined : 'permission' in access ? access.permission : access

describe('the routes', () => {
  test('are in one of the two lists here, as the description of the API says', async () => {
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

  test('ask for permissions of the table that the panel shows', async () => {
    const table = (await (await app.signInAs('viewer'))('/api/permissions')).read(z.array(PermissionEntry))
    const asked = new Map<string, PermissionEntry>()
    for (const permission of app.app.server.declaredRoutes.flatMap((route) => permissionOf(route) ?? [])) {
      const { action, least, recentPassword, allowsKeys: keys } = permission
      asked.set(action, { action, least, recent_password: recentPassword, keys })
    }
    const shown = new Map(table.map((entry) => [entry.action, entry]))
    for (const [action, entry] of asked) assert.deepEqual(shown.get(action), entry)
  })

  test('ask for the levels listed here, whether described or not', () => {
    const { declaredRoutes } = app.app.server
    const found = declaredRoutes
      .filter(({ method }) => method !== 'HEAD')
      .flatMap((route) => {
        const permission = permissionOf(route)
        return permission ? [[nameOf(route), permission.least]] : []
      })
    assert.deepEqual(Object.fromEntries(found), guarded)
    // Whatever reads is also asked by HEAD, and by the same people.
    for (const route of declaredRoutes.filter(({ method }) => method === 'HEAD')) {
      const twin = declaredRoutes.find(({ method, url }) => method === 'GET' && url === route.url)
      assert.equal(route.access, twin?.access, route.url)
    }
  })

  for (const [route, least] of Object.entries(guarded)) {
    test(`${route} is for ${least} and above, however it is written`, async () => {
      const senders = new Map<AccessLevel | undefined, Send>([[undefined, app.send]])
      for (const level of accessLevels) {
        const { role, languages } = members[level]
        senders.set(level, await app.signInAs(role, languages ? [...languages] : undefined))
      }
      for (const [level, send] of senders) {
        // First the oddly written ones, since the plain one may end the session.
        for (const [name, spell] of nextSpellings()) {
          const { status } = await ask(send, route, spell)
          assert.ok([400, 401, 403, 404].includes(status), `${level}, ${name}: ${status}`)
        }
        const isAllowed = level !== undefined && hasLevel(members[level], least)
        const asked = isAllowed && route === endless ? route.replace('GET', 'HEAD') : route
        const absolute = await ask(send, asked, (path) => `http://other.example${path}`)
        const expected = isAllowed ? undefined : level === undefined ? 401 : 403
        const plain = absolute.status === 401 || !isAllowed ? await ask(send, asked) : absolute
        for (const reply of [absolute, plain]) {
          if (expected === undefined) {
            // Past the guard the rules have their say, and an empty request breaks most of them.
            assert.ok(reply.status < 500 && ![401, 403].includes(reply.status), `${level}: ${reply.status}`)
            continue
          }
          assert.equal(reply.status, expected, level)
          const { detail } = reply.problem()
          assert.ok(detail)
          if (expected === 403) assert.equal(detail, 'Tu cuenta no tiene permiso para hacer esto.')
        }
      }
    })
  }

  for (const route of Object.keys(guarded)) {
    test(`${route} is for keys that have its scope, where keys may have it`, async () => {
      const declared = app.app.server.declaredRoutes.find((one) => nameOf(one) === route)
      const permission = declared && permissionOf(declared)
      assert.ok(permission)
      const [all, others] = await Promise.all([
        programWith(() => true),
        programWith(
          ({ action }) => action === (permission.action === 'leads.read' ? 'content.read' : 'leads.read'),
        ),
      ])
      const refused = await ask(others, route)
      assert.equal(refused.status, 403)
      const reply = await ask(all, route)
      if (permission.allowsKeys) {
        assert.match(refused.problem().detail ?? '', new RegExp(`«${permission.action}»`))
        assert.ok(reply.status < 500 && ![401, 403].includes(reply.status), `${reply.status}`)
      } else {
        assert.equal(reply.status, 403)
        assert.equal(reply.problem().detail, refused.problem().detail)
      }
    })
  }

  test('for everyone never fail, however they are written', async () => {
    const routes = app.app.server.declaredRoutes.filter(
      ({ method, url, access }) =>
        typeof access === 'string' && method === 'GET' && !/^\/(?!es)[a-z]{2}(\/|$)/.test(url),
    )
    assert.ok(routes.length > 20)
    for (const route of routes) {
      for (const [name, spell] of Object.entries(spellings)) {
        const { status, headers } = await ask(app.send, nameOf(route), spell)
        assert.ok(status < 500, `${route.url}, ${name}: ${status}`)
        assert.doesNotMatch(headers.location ?? '/', /^(\/[/\\]|[a-z]+:\/\/other)/, route.url)
      }
    }
  })

  test('are found under an address with a fragment, by those who may', async () => {
    assert.equal((await app.send('/api/auth/me#x')).status, 401)
    assert.equal((await (await app.signInAs('viewer'))('/api/auth/me#x')).status, 200)
  })

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
})

test('guessing tokens is rate-limited like any other request', async () => {
  const rationed = await startTestApp({ env: { API_RATE_LIMIT: '3' } })
  try {
    const send = (token: string) => rationed.send('/api/auth/me', { headers: { authorization: token } })
    const statuses: number[] = []
    for (const token of '1234') statuses.push((await send(`Bearer guess${token}`)).status)
    assert.deepEqual(statuses, [401, 401, 401, 429])
    // What is no part of the API does not look at the header at all.
    assert.equal((await rationed.send('/es/', { headers: { authorization: 'Bearer guess' } })).status, 200)
  } finally {
    await rationed.close()
  }
})
