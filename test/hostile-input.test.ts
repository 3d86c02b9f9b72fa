import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { transferRoutesTriedElsewhere } from './support/content/transfer-routes.ts'
import { draftOf, registrationOf } from './support/factories.ts'
import { badBodies, badPathParts, badValues, taken } from './support/hostile/hostile-values.ts'
import type { Ask, Reply, Send } from './support/http-client.ts'
import { redirectRoutesTriedElsewhere } from './support/seo/redirect-routes.ts'
import { toldRoutesTriedElsewhere } from './support/seo/told-routes.ts'
import { socialAccountRoutesTriedElsewhere } from './support/social/account-routes.ts'
import { socialPostRoutesTriedElsewhere } from './support/social/post-routes.ts'

// Bad input on every field of every route that the product describes of itself: refused with a sentence, nothing stored.

const Schema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) }).loose()
const Parameter = z.object({ in: z.enum(['path', 'query']), name: z.string(), required: z.boolean() })
const Operation = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

interface Route {
  name: string
  method: string
  path: string
  operation: z.infer<typeof Operation>
}

const formType = 'application/x-www-form-urlencoded'
const isTaken = (route: Route, field: string, kind: string) =>
  taken[`${route.name} ${field}`]?.includes(kind) ?? false

/** A body that is accepted, for each route that takes one. */
const goodBodies: Record<string, () => Record<string, unknown>> = {
  'POST /api/auth/login': () => ({ username: 'admin', password: 'correct horse battery' }),
  'POST /api/content': () => ({ ...draftOf() }),
  'POST /api/content/transfer/export': () => ({ parts: ['redirects'], languages: ['es'] }),
  'POST /api/early-adopters': () => ({ ...registrationOf() }),
  'POST /api/mail/suppressions': () => ({ email: 'nobody@example.org' }),
  'POST /api/visits': () => ({ page: '/', language: 'es' }),
  'POST /api/analytics/bot-rules': () => ({
    filters: { source: 'spam.example' },
    from: '2026-01-01',
    to: '2026-12-31',
  }),
  'POST /api/reports/links': () => ({ name: 'A', days: 7 }),
  'POST /api/reports/mails': () => ({ cadence: 'weekly', filters: { country: 'ES' } }),
  'POST /api/visits/timings': () => ({ page: '/', language: 'es', lcp: 900, inp: 40, cls: 0 }),
  'POST /api/analytics/pageviews': () => ({
    events: [{ id: crypto.randomUUID(), page: '/', language: 'es' }],
  }),
  'POST /api/analytics/events': () => ({
    events: [{ id: crypto.randomUUID(), name: 'a', page: '/', language: 'es' }],
  }),
  'POST /api/analytics/conversions': () => ({
    events: [{ id: crypto.randomUUID(), name: 'a', page: '/', language: 'es' }],
  }),
  'POST /api/admin/seo/submissions': () => ({ engine: 'all' }),
  'POST /api/signature/progress/{token}': () => ({ step: 'opened' }),
  'POST /api/signature/new-link': () => ({ email: 'nobody@example.org' }),
  'POST /api/admin/seo/documents': () => ({
    documents_title_template: '{{title}}',
    documents_description_template: '{{description}}',
    documents_keywords_base: 'pdf',
    sitemap_include_documents: 'true',
    analytics_track_downloads: 'true',
  }),
  'POST /api/admin/seo/redirects': () => ({ from: '/old', to: '/docs', kind: 301, note: '' }),
  'POST /api/admin/seo/not-found/unignore': () => ({ path: '/old' }),
  'POST /api/social/drafts': () => ({ content: {} }),
  'PUT /api/content/{key}/presence': () => ({ editor: crypto.randomUUID(), language: 'es' }),
}
/** Routes whose good body is a file or names what must be stored first: bad ones are tried in their features' own tests. */
const triedElsewhere = new Set([
  ...redirectRoutesTriedElsewhere,
  ...toldRoutesTriedElsewhere,
  ...socialAccountRoutesTriedElsewhere,
  ...socialPostRoutesTriedElsewhere,
  ...transferRoutesTriedElsewhere,
  'POST /api/ledger/cosignatures',
  'POST /api/signature/activate/{token}',
  'POST /api/signatures/invitations',
  'POST /api/signatures/{id}/revoke',
  'PATCH /api/settings',
  'POST /api/audit/export',
  'POST /api/api-keys',
  'POST /api/admin/seo/findings/{id}/dismiss',
  'POST /api/admin/seo/search-console/inspections',
  'POST /api/webhooks',
  'PUT /api/webhooks/{id}',
  'POST /api/auth/forgot',
  'POST /api/auth/reset',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/users',
  'PATCH /api/users/{id}',
  'PUT /api/auth/profile',
  'PATCH /api/auth/preferences',
  'POST /api/auth/email/confirm',
  'POST /api/auth/picture',
  'PUT /api/auth/password',
  'POST /api/auth/confirm-password',
  'POST /api/auth/confirm-passkey',
  'POST /api/auth/login/second-factor',
  'POST /api/auth/login/passkey',
  'PUT /api/auth/second-factor/totp',
  'POST /api/auth/second-factor/passkeys',
  'PATCH /api/auth/second-factor/passkeys/{id}',
  'POST /api/early-adopters/export',
  'POST /api/early-adopters/import',
  'POST /api/early-adopters/import/refused',
  'POST /api/mail/bounces',
  'POST /api/documents/upload',
  // In restoring-routes.test.ts.
  'POST /api/backups/{id}/restore',
  'POST /api/restores/archives',
  'POST /api/documents/{id}/file',
  'PUT /api/documents/{id}',
  'POST /api/documents/{id}/publish',
  'POST /api/documents/{id}/family',
  'POST /api/documents/bulk',
  'POST /api/media',
  'POST /api/comments',
  'POST /api/notifications/read',
  'POST /api/notifications/unread',
  'PUT /api/notifications/choices/{type}',
  'PUT /api/notifications/tasks/{name}',
  'PUT /api/comments/{id}',
  'PUT /api/content/assignments',
  'PATCH /api/media/{id}/alternatives',
  'POST /api/media/{id}/replace',
  'PUT /api/content/{key}/unsaved',
  'PATCH /api/leads/{id}',
  'POST /api/leads/{id}/notes',
  'POST /api/early-adopters/tags',
  'PATCH /api/tags/{id}',
  'POST /api/tags/{id}/merge',
  'POST /api/saved-filters',
  'PATCH /api/saved-filters/{id}',
  'PUT /api/leads/{id}/notes/{note}',
  'POST /api/badges',
  'POST /api/badges/bulk',
  'POST /api/badges/{id}/revoke',
  'PUT /api/badges/types/{type}/texts/{language}',
  'POST /api/campaigns',
  'POST /api/campaigns/audience',
  'POST /api/campaigns/preview',
  'POST /api/campaigns/test',
  'PUT /api/campaigns/{id}',
  'POST /api/campaigns/{id}/schedule',
  'POST /api/content/{id}/restore',
  'POST /api/content/preview',
  'POST /api/content/translate',
  'POST /api/content/translate/test',
  'POST /api/early-adopters/erase',
  'POST /api/releases',
  'PUT /api/releases/{id}',
  'POST /api/releases/{id}/schedule',
  'POST /api/releases/{id}/roll-back',
  'PUT /api/mail/templates/{kind}',
  'POST /api/mail/templates/{kind}/reset',
  'POST /api/mail/templates/{kind}/preview',
  'POST /api/mail/templates/{kind}/test',
])
const goodParameters: Record<string, string> = {
  kind: 'confirmation',
  name: 'seo.verify',
  note: '00000000-0000-4000-8000-000000000000',
  type: 'pioneer',
  key: 'home-hero',
  code: 'es',
  address: '/old',
  // Of the calendar and of what posts are sent to.
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
  field: 'repository',
  editor: '00000000-0000-4000-8000-000000000000',
  delivery: '00000000-0000-4000-8000-000000000000',
  id: '00000000-0000-4000-8000-000000000000',
  number: '0',
  language: 'es',
  token: 'x',
}

/** Routes that answer every link the same, so that nobody learns which there are. */
const answersAnyToken = new Set([
  'GET /api/signature/validate/{token}',
  'POST /api/signature/progress/{token}',
])

let app: TestApp
let admin: Send
let routes: Route[] = []

before(async () => {
  app = await startTestApp({
    env: { ANALYTICS_PAGEVIEWS: 'true', ANALYTICS_EVENTS: 'true', ANALYTICS_CONVERSIONS: 'true' },
  })
  admin = await app.signIn()
  const { paths } = (await app.send('/api/openapi.json')).read(Description)
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const verb = method.toUpperCase()
      return { name: `${verb} ${path}`, method: verb, path, operation }
    }),
  )
})
after(() => app.close())

/** Everything that is stored, apart from what counts tries and shows when somebody was last seen. */
async function stored(): Promise<string> {
  const { rows } = await app.pool.query<{ all: string }>(`
    SELECT concat(
      (SELECT json_agg(e ORDER BY id) FROM early_adopters e),
      (SELECT json_agg(c ORDER BY id) FROM content_versions c),
      (SELECT json_agg(u ORDER BY id) FROM users u),
      (SELECT json_agg(r ORDER BY id) FROM redirects r),
      (SELECT json_agg(n ORDER BY segment, badge, language) FROM early_adopter_counts n WHERE total <> 0),
      (SELECT json_agg(s.id ORDER BY id) FROM sessions s WHERE revoked_at IS NULL)) AS all`)
  return rows[0]?.all ?? ''
}

async function reset(): Promise<void> {
  await app.pool.query(
    'DELETE FROM early_adopters; DELETE FROM content_versions; DELETE FROM login_attempts; DELETE FROM redirects',
  )
}

function assertRefused(reply: Reply, what: string): void {
  assert.ok(reply.status >= 400 && reply.status < 500, `${what}: ${reply.status} ${reply.text.slice(0, 200)}`)
  const { detail, errors = [] } = reply.problem()
  for (const sentence of [detail, ...errors.map(({ message }) => message)]) {
    // Beginning with a capital, with words: neither a code nor a key nor a message of a library.
    assert.match(sentence, /^[A-ZÁÉÍÓÚÑ][^{}]*\s[^{}]*$/u, `${what}: ${sentence}`)
  }
  assert.doesNotMatch(reply.text, /undefined|\[object|Expected|Invalid input|FST_/, what)
}

function bodyOf(route: Route, body: Record<string, unknown>): Ask {
  if (!route.operation.requestBody?.content[formType]) return { method: route.method, json: body }
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [value]
          .flat()
          .map((one): [string, string] => [
            name,
            typeof one === 'object' ? JSON.stringify(one) : String(one),
          ]),
  )
  const text = new URLSearchParams(pairs).toString()
  return { method: route.method, body: text, headers: { 'content-type': formType } }
}

function addressOf(route: Route, changes: Record<string, string> = {}): string {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => changes[name] ?? goodParameters[name] ?? '',
  )
  const query = route.operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name in changes))
    .map(({ name }) => changes[name] ?? `${name}=${goodParameters[name]}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const withBody = () =>
  routes.filter(({ name, operation }) => operation.requestBody && !triedElsewhere.has(name))

test('the description of the API names the routes, and a good request to each that takes a body is accepted', async () => {
  assert.ok(routes.length >= 16, `${routes.length} routes`)
  assert.ok(withBody().length >= 3)
  for (const route of withBody()) {
    const good = goodBodies[route.name]
    assert.ok(good, `${route.name} needs a good body here`)
    const reply = await admin(addressOf(route), bodyOf(route, good()))
    assert.ok(reply.status < 300, `${route.name}: ${reply.status} ${reply.text}`)
  }
  await reset()
})

describe('bad input', () => {
  test('in any field of a body', async () => {
    let count = 0
    for (const route of withBody()) {
      const schema = Object.values(route.operation.requestBody?.content ?? {})[0]?.schema
      const fields = Object.keys(schema?.properties ?? {})
      assert.ok(fields.length > 0, route.name)
      const before = await stored()
      for (const field of fields) {
        for (const [kind, value] of Object.entries(badValues)) {
          const what = `${route.name} ${field}: ${kind}`
          const reply = await admin(
            addressOf(route),
            bodyOf(route, { ...goodBodies[route.name]?.(), [field]: value }),
          )
          count++
          if (isTaken(route, field, kind)) {
            assert.ok(reply.status < 300, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`)
            await reset()
            continue
          }
          assertRefused(reply, what)
          if (route.name === 'POST /api/auth/login') await reset()
        }
      }
      assert.equal(await stored(), before, route.name)
    }
    assert.ok(count > 200, `${count} requests`)
  })

  test('in place of a whole body', async () => {
    for (const route of withBody()) {
      const type = Object.keys(route.operation.requestBody?.content ?? {})[0] ?? ''
      const before = await stored()
      for (const [kind, body] of Object.entries(badBodies)) {
        const reply = await admin(addressOf(route), {
          method: route.method,
          body,
          headers: { 'content-type': type },
        })
        assertRefused(reply, `${route.name}: ${kind}`)
        await app.pool.query('DELETE FROM login_attempts')
      }
      assert.equal(await stored(), before, route.name)
    }
    assert.equal(Reflect.get({}, 'isAdmin'), undefined)
  })

  test('as `__proto__` beside good fields', async () => {
    for (const route of withBody().filter(({ operation }) => !operation.requestBody?.content[formType])) {
      const good = JSON.stringify(goodBodies[route.name]?.())
      const body = good.replace(/^\{/, '{"__proto__":{"published":true},')
      const reply = await admin(addressOf(route), {
        method: route.method,
        body,
        headers: { 'content-type': 'application/json' },
      })
      assertRefused(reply, route.name)
    }
  })

  test('in any part of an address', async () => {
    const before = await stored()
    let count = 0
    for (const route of routes) {
      for (const { name } of route.operation.parameters.filter((parameter) => parameter.in === 'path')) {
        for (const value of badPathParts) {
          const good = goodBodies[route.name]
          const ask = good ? bodyOf(route, good()) : { method: route.method }
          const reply = await admin(addressOf(route, { [name]: value }), ask)
          count++
          if (answersAnyToken.has(route.name) && reply.status < 300) continue
          assertRefused(reply, `${route.name} ${name}: ${value.slice(0, 30)}`)
        }
      }
    }
    assert.ok(count > 100, `${count} requests`)
    assert.equal(await stored(), before)
  })

  test('in any part of a query', async () => {
    const before = await stored()
    let count = 0
    for (const route of routes) {
      for (const { name, required } of route.operation.parameters.filter(
        (parameter) => parameter.in === 'query',
      )) {
        for (const [kind, value] of Object.entries(badValues)) {
          if (value === undefined || kind === '10 MB' || kind === 'an array of arrays') continue
          // JavaScript's own texts of such values, as a careless client sends them. Half a pair becomes U+FFFD.
          const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
          const query = `${name}=${encodeURIComponent(text.toWellFormed())}`
          const reply = await admin(addressOf(route, { [name]: query }), { method: route.method })
          count++
          const isSearch = name === 'search' && !/NUL|digits/.test(kind)
          if (isSearch || isTaken(route, name, kind))
            // The thing that it is about may not be there.
            assert.equal(
              reply.status,
              isSearch && route.path.includes('{') ? 404 : 200,
              `${route.name} ${name}: ${kind}`,
            )
          else assertRefused(reply, `${route.name} ${name}: ${kind}`)
        }
        const twice = await admin(addressOf(route, { [name]: `${name}=a&${name}=b` }), {
          method: route.method,
        })
        assertRefused(twice, `${route.name} ${name}: twice`)
        const long = await admin(addressOf(route, { [name]: `${name}=${'x'.repeat(8_000)}` }), {
          method: route.method,
        })
        assertRefused(long, `${route.name} ${name}: 8 kB`)
        if (required) {
          const [bare = ''] = addressOf(route).split('?')
          assertRefused(await admin(bare, { method: route.method }), `${route.name} ${name}: missing`)
        }
      }
    }
    assert.ok(count > 80, `${count} requests`)
    assert.equal(await stored(), before)
  })

  test('in an address or a header longer than anybody needs', async () => {
    const path = await app.send(`/api/content/${'x'.repeat(1_000_000)}`)
    assert.equal(path.status, 431)
    const header = await app.send('/api/content/home-hero', { headers: { 'x-long': 'x'.repeat(100_000) } })
    assert.equal(header.status, 431)
    assert.equal((await app.send('/healthz')).status, 200)
  })

  test('in a query that no route asks for changes nothing', async () => {
    for (const query of [
      '__proto__[x]=1',
      'constructor.prototype.x=1',
      '%00=%00',
      '=&&&=',
      'a[b][c]=d',
      '%',
      '%ff=%ff',
      '\ud83c',
    ]) {
      const reply = await admin(`/api/auth/me?${encodeURI(query.toWellFormed()).replace(/%25/g, '%')}`)
      assert.equal(reply.status, 200, query)
    }
  })
})
