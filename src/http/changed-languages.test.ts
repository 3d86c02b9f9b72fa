import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { z } from 'zod'
import { users } from '#features/accounts/table.ts'
import { Comment } from '#features/comments/contract.ts'
import { Assignment, type ContentItem } from '#features/content/contract.ts'
import { pictures } from '#features/media/table.ts'
import { SharedPreview } from '#features/previews/contract.ts'
import type { Language } from '#shared/languages.ts'
import { definePermissions } from '#shared/permissions.ts'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../test/support/content/editor.ts'
import {
  startTranslationEndpoint,
  type TranslationEndpoint,
} from '../../test/support/content/translation-endpoint.ts'
import { draftOf } from '../../test/support/factories.ts'
import type { Ask, Reply, Send } from '../../test/support/http-client.ts'
import { guardRoutes } from './access.ts'
import { defineRoutes } from './routes.ts'

let machine: TranslationEndpoint
let app: TestApp
let editor: Editor
/** An editor of Arabic and French alone. */
let translator: Send
/** Of a picture. */
let pictureId = ''
before(async () => {
  machine = await startTranslationEndpoint()
  app = await startTestApp({ env: { TRANSLATE_URL: machine.url, TRANSLATE_MODEL: 'a-model' } })
  editor = await openEditor(app)
  translator = await app.signInAs('editor', ['ar', 'fr'])
  await app.pool.query("UPDATE users SET email = id || '@example.org'")
  const facts = { digest: 'a'.repeat(64), filename: 'a.png', type: 'image/png', width: 1, height: 1, size: 1 }
  const [picture] = await app.db
    .insert(pictures)
    .values({ ...facts, createdAt: app.clock.now() })
    .returning()
  pictureId = picture?.id ?? ''
})
after(async () => {
  await app?.close()
  await machine.close()
})

const key = 'home-why'
const nowhere = '00000000-0000-4000-8000-000000000000'
const mailText = { subject: 'Hi', preheader: '', body: '<p>Hi, {{name}}</p>', action: 'Go' }
const badgeText = { name: 'A name', description: 'A description', criteria: 'Criteria' }
const unsavedText = { content: '<p>a</p>', seo_title: '', seo_description: '', seo_keywords: '' }

/** A text in a language, saved by a full editor: its newest version. */
async function saved(language: Language): Promise<ContentItem> {
  const { rows } = await app.pool.query<{ newest: number | null }>(
    'SELECT max(version) AS newest FROM content_versions WHERE key = $1 AND language = $2',
    [key, language],
  )
  return editor.save({ key, language, version: (rows[0]?.newest ?? 0) + 1 })
}

/** The id of a link to a text in a language that a full editor has handed out. */
async function shared(language: Language): Promise<string> {
  const { version: _version, published: _published, ...draft } = draftOf({ key, language })
  await editor.send('/api/content/preview', { json: { ...draft, valid_hours: 24 } })
  const links = await editor.send(`/api/content/${key}/previews?language=${language}`)
  return links.read(z.array(SharedPreview))[0]?.id ?? ''
}

async function templateVersion(language: Language): Promise<number> {
  const reply = await editor.send(`/api/mail/templates/confirmation?language=${language}`)
  return reply.read(z.object({ version: z.number() })).version
}

const window = { editor: nowhere, dropped: [] }
const unsavedIn = (...all: Language[]) => ({
  ...window,
  texts: all.map((language) => ({
    language,
    base: { version: 0, fields: unsavedText },
    fields: unsavedText,
  })),
})

/** A request of every route that translators may call in their languages, for a language; what it needs is there. */
const requests: Record<string, (language: Language) => Promise<[path: string, ask: Ask]>> = {
  'POST /api/content': async (language) => {
    const { version } = await saved(language)
    return ['/api/content', { json: draftOf({ key, language, version: version + 1, published: true }) }]
  },
  'PUT /api/content/{id}/publish': async (language) => [
    `/api/content/${(await saved(language)).id}/publish`,
    { method: 'PUT' },
  ],
  'PUT /api/content/{id}/unpublish': async (language) => {
    const { id } = await saved(language)
    await editor.publish(id)
    return [`/api/content/${id}/unpublish`, { method: 'PUT' }]
  },
  'POST /api/content/{id}/restore': async (language) => {
    const { id, version } = await saved(language)
    return [`/api/content/${id}/restore`, { json: { version: version + 1 } }]
  },
  'PUT /api/content/{id}/confirm': async (language) => [
    `/api/content/${(await saved(language)).id}/confirm`,
    { method: 'PUT' },
  ],
  'POST /api/content/translate': async (language) => [
    '/api/content/translate',
    { json: { key, from: 'es', to: language } },
  ],
  'PUT /api/content/{key}/unsaved': async (language) => [
    `/api/content/${key}/unsaved`,
    { method: 'PUT', json: unsavedIn(language) },
  ],
  'POST /api/content/preview': async (language) => {
    const { version: _version, published: _published, ...draft } = draftOf({ key, language })
    return ['/api/content/preview', { json: { ...draft, valid_hours: 24 } }]
  },
  'GET /api/content/{key}/previews': async (language) => [
    `/api/content/${key}/previews?language=${language}`,
    {},
  ],
  'DELETE /api/content/previews/{id}': async (language) => [
    `/api/content/previews/${await shared(language)}`,
    { method: 'DELETE' },
  ],
  'PATCH /api/media/{id}/alternatives': async (language) => [
    `/api/media/${pictureId}/alternatives`,
    { method: 'PATCH', json: { [language]: 'A house' } },
  ],
  'PUT /api/badges/types/{type}/texts/{language}': async (language) => [
    `/api/badges/types/pioneer/texts/${language}`,
    { method: 'PUT', json: badgeText },
  ],
  'DELETE /api/badges/types/{type}/texts/{language}': async (language) => {
    const path = `/api/badges/types/pioneer/texts/${language}`
    await editor.send(path, { method: 'PUT', json: badgeText })
    return [path, { method: 'DELETE' }]
  },
  'PUT /api/mail/templates/{kind}': async (language) => {
    const version = (await templateVersion(language)) + 1
    const path = `/api/mail/templates/confirmation?language=${language}`
    return [path, { method: 'PUT', json: { ...mailText, version } }]
  },
  'POST /api/mail/templates/{kind}/reset': async (language) => {
    const version = (await templateVersion(language)) + 1
    const path = `/api/mail/templates/confirmation`
    await editor.send(`${path}?language=${language}`, { method: 'PUT', json: { ...mailText, version } })
    return [`${path}/reset?language=${language}`, { json: { version: version + 1 } }]
  },
  'POST /api/mail/templates/{kind}/test': async (language) => [
    `/api/mail/templates/confirmation/test?language=${language}`,
    { json: { text: mailText } },
  ],
}
/** The routes that translators may call whatever the language. */
const ofAnyLanguage = [
  'GET /api/content/{key}/unsaved',
  'POST /api/comments',
  'PUT /api/comments/{id}',
  'DELETE /api/comments/{id}',
]

/** All that these routes change. */
async function readAll(): Promise<unknown> {
  const tables = ['content_versions', 'content_actions', 'content_drafts', 'content_assignments', 'previews']
  const others = ['pictures', 'badge_texts', 'mail_templates', 'mails', 'comments']
  const rows = [...tables, ...others].map(
    (table) => `(SELECT coalesce(jsonb_agg(t ORDER BY t::text), '[]') FROM ${table} AS t)`,
  )
  return (await app.pool.query(`SELECT ${rows.join(', ')}`)).rows
}

function expectForeign(reply: Reply, what: string): void {
  assert.equal(reply.status, 403, `${what}: ${reply.status} ${reply.text}`)
  assert.match(reply.problem().detail, /solo edita algunos idiomas/, what)
}

describe('a translator', () => {
  test('is thought of here for every route that they may call', () => {
    const permissions = app.app.server.declaredRoutes.flatMap(({ method, url, access }) => {
      const permission =
        typeof access === 'string' ? undefined : 'permission' in access ? access.permission : access
      const isTheirs = permission?.least === 'translator' && method !== 'HEAD'
      return isTheirs ? [`${method} ${url.replace(/:(\w+)/g, '{$1}')}`] : []
    })
    assert.deepEqual(permissions.toSorted(), [...Object.keys(requests), ...ofAnyLanguage].toSorted())
  })

  for (const [route, requestIn] of Object.entries(requests)) {
    test(`${route}: in their languages only, and nothing changes otherwise`, async () => {
      const [path, ask] = await requestIn('de')
      const before = await readAll()
      expectForeign(await translator(path, ask), route)
      assert.deepEqual(await readAll(), before)
      // The same request is right: a full editor succeeds with it.
      assert.ok((await editor.send(path, ask)).status < 300, route)
      for (const language of ['ar', 'fr'] as const) {
        const reply = await translator(...(await requestIn(language)))
        assert.ok(reply.status < 300, `${route}: ${reply.status} ${reply.text}`)
      }
    })
  }

  test('is refused a change of several languages whole when one of them is not theirs', async () => {
    const before = await readAll()
    const alternatives = { method: 'PATCH', json: { ar: 'بيت', de: 'Ein Haus' } }
    expectForeign(await translator(`/api/media/${pictureId}/alternatives`, alternatives), 'alternatives')
    // An empty one would be removed.
    const removal = { method: 'PATCH', json: { ar: 'بيت', de: '' } }
    expectForeign(await translator(`/api/media/${pictureId}/alternatives`, removal), 'removal')
    const unsaved = { method: 'PUT', json: unsavedIn('ar', 'de') }
    expectForeign(await translator(`/api/content/${key}/unsaved`, unsaved), 'unsaved')
    assert.deepEqual(await readAll(), before)
  })

  test('is told what is wrong with a request before its language counts', async () => {
    const put = (path: string) => translator(path, { method: 'PUT' })
    assert.equal((await put(`/api/content/${nowhere}/publish`)).status, 404)
    assert.equal((await put(`/api/content/${nowhere}/confirm`)).status, 404)
    assert.equal((await translator(`/api/content/previews/${nowhere}`, { method: 'DELETE' })).status, 404)
    assert.equal((await translator('/api/content', { json: {} })).status, 422)
    assert.equal((await translator('/api/content/translate', { json: { key, to: 'de' } })).status, 422)
    assert.equal((await put('/api/mail/templates/confirmation')).status, 422)
  })

  test('asks about texts in every language', async () => {
    const reply = await translator('/api/comments', { json: { key, language: 'de', body: 'Why?' } })
    assert.equal(reply.status, 201, reply.text)
    const { id } = reply.read(Comment)
    const resolve = { method: 'PUT', json: { resolved: true } }
    assert.equal((await translator(`/api/comments/${id}`, resolve)).status, 200)
    assert.equal((await translator(`/api/comments/${id}`, { method: 'DELETE' })).status, 204)
    const own = await app.db.select().from(users)
    const asked_id = own.find(({ languages }) => languages?.includes('ar'))?.id
    const asking = { key, language: 'de', body: 'Is it the same in Arabic?', asked_id }
    assert.equal((await editor.send('/api/comments', { json: asking })).status, 201)
  })

  test('changes no mail about security, in no language', async () => {
    for (const language of ['ar', 'de']) {
      const path = `/api/mail/templates/password_reset?language=${language}`
      const reply = await translator(path, { method: 'PUT', json: { ...mailText, version: 1 } })
      assert.equal(reply.status, 403, reply.text)
    }
  })
})

test('a text is assigned only to somebody who edits its language', async () => {
  const everybody = await app.db.select().from(users)
  const owner_id = everybody.find(({ languages }) => languages?.includes('ar'))?.id
  const assign = (json: object) => editor.send('/api/content/assignments', { method: 'PUT', json })
  const inLanguage = (language: Language) => ({ key, language })
  const refused = await assign({ texts: [inLanguage('ar'), inLanguage('de')], owner_id })
  assert.equal(refused.status, 422)
  const [fault] = refused.problem().errors ?? []
  assert.deepEqual([fault?.field, /idioma/.test(fault?.message ?? '')], ['owner_id', true])
  assert.deepEqual((await editor.send('/api/content/assignments')).read(z.array(Assignment)), [])
  const taken = await assign({ texts: [inLanguage('ar'), inLanguage('fr')], owner_id })
  assert.equal(taken.read(z.array(Assignment)).length, 2)
})

test('other languages are in force from the next request on', async () => {
  const send = await app.signInAs('editor', ['it'])
  const { id } = await saved('it')
  const publish = () => send(`/api/content/${id}/publish`, { method: 'PUT' })
  const limitTo = (languages: string) =>
    app.pool.query("UPDATE users SET languages = $1 WHERE languages <> '{ar,fr}'", [languages])
  assert.equal((await publish()).status, 200)
  await limitTo('{pt}')
  expectForeign(await publish(), 'after their language was taken')
  await limitTo('{it,pt}')
  assert.equal((await publish()).status, 200)
})

test('the server does not start with a route for translators that does not say what it changes', async () => {
  const { edit } = definePermissions('things', { edit: 'translator' })
  const start = async (languages?: 'any') => {
    const server = Fastify()
    const nobody = async () => undefined
    guardRoutes(
      server,
      nobody,
      async () => {},
      () => new Date(),
    )
    const config = { access: edit, ...(languages && { languages }) }
    await server.register(defineRoutes((routes) => routes.put('/thing', { config }, () => 'x')))
    await server.close()
  }
  await assert.rejects(start(), /PUT \/thing does not say which languages it changes/)
  await start('any')
})
