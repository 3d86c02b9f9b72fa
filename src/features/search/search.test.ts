import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { AdminScreen } from '#admin/kit/screen.ts'
import { NewApiKey } from '#features/api-keys/contract.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { draftOfCampaign, makeCampaign } from '../../../test/support/campaigns.ts'
import { draftOf, registrationOf } from '../../../test/support/factories.ts'
import { createHttpClient, type Send } from '../../../test/support/http-client.ts'
import { insertMail } from '../../../test/support/mails.ts'
import { SearchResult } from './contract.ts'

let app: TestApp
/** The same product in another process. */
let other: TestApp
let editor: Send
let viewer: Send

before(async () => {
  app = await startTestApp()
  other = await startTestApp({ databaseUrl: app.databaseUrl, clock: app.clock })
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
})
after(async () => {
  await other.close()
  await app.close()
})

/** The screens of the admin, as patterns of their paths. */
const screens = await Promise.all(
  globSync('src/features/*/admin/screens.ts').map(async (file) => {
    const module: { screens: readonly AdminScreen[] } = await import(pathToFileURL(file).href)
    return module.screens.map(({ path }) => new URLPattern({ pathname: `/admin/${path}` }))
  }),
).then((lists) => lists.flat())

/** Searches as a user types; fails the test when a hit leads to no screen. */
async function search(query: string, send = editor, language = 'es'): Promise<SearchResult> {
  const headers = { 'accept-language': language }
  const reply = await send(`/api/search?${new URLSearchParams({ search: query })}`, { headers })
  assert.equal(reply.status, 200, `${query}: ${reply.text}`)
  const result = reply.read(SearchResult)
  // A text that is missing is shown as its key.
  for (const { label } of result.groups) assert.doesNotMatch(label, /\./)
  for (const { path } of result.groups.flatMap(({ hits }) => hits))
    assert.ok(
      screens.some((screen) => screen.test(path, app.url)),
      path,
    )
  return result
}

/** What is found of one kind; similar hits are marked. */
async function find(group: string, query: string, send = editor): Promise<string[]> {
  const { are_similar, groups } = await search(query, send)
  const hits = groups.find(({ name }) => name === group)?.hits ?? []
  return hits.map(({ label }) => (are_similar ? `${label}?` : label))
}

async function join(name: string, email: string, company: string | null = null): Promise<void> {
  const reply = await app.send('/api/early-adopters', { json: registrationOf({ name, email, company }) })
  assert.equal(reply.status, 201)
}

const save = (changes: Parameters<typeof draftOf>[0]) => editor('/api/content', { json: draftOf(changes) })

describe('people', () => {
  before(async () => {
    await join('Łukasz Peña', 'lukasz@quetzal.example', 'Molinos del Sur')
    await join('يوسف الأندلسي', 'yusuf@example.org')
    await join('王伟', 'wang@example.org')
  })

  test('are found without case, accents and in every script, and lead to their page', async () => {
    for (const query of ['lukasz', 'PENA łukasz', 'molinos pena', 'ukas', 'lu'])
      assert.deepEqual(await find('people', query), ['Łukasz Peña'], query)
    assert.deepEqual(await find('people', 'الاندلسي'), ['يوسف الأندلسي'])
    assert.deepEqual(await find('people', '王伟'), ['王伟'])
    const { groups } = await search('lukasz')
    const [hit] = groups.find(({ name }) => name === 'people')?.hits ?? []
    assert.equal(hit?.path, `/admin/early-adopters/${hit?.id}`)
    assert.equal((await editor(`/api/leads/${hit?.id}`)).status, 200)
  })

  test('are found with typos when nothing else is found', async () => {
    for (const query of ['lukazs', 'lucasz pena', 'molimos del sur'])
      assert.deepEqual(await find('people', query), ['Łukasz Peña?'], query)
    assert.deepEqual(await find('people', 'الأندلصي'), ['يوسف الأندلسي?'])
  })

  test('are found by their address only by those who may read it', async () => {
    assert.deepEqual(await find('people', 'quetzal.example'), ['Łukasz Peña'])
    assert.equal((await find('people', 'quetzel.example'))[0], 'Łukasz Peña?')
    for (const query of ['quetzal.example', 'quetzel.example', '@'])
      assert.deepEqual(await find('people', query, viewer), [], query)
    const detailsFor = async (send: Send) => (await search('lukasz', send)).groups[0]?.hits[0]?.detail
    assert.equal(await detailsFor(editor), 'lukasz@quetzal.example')
    assert.equal(await detailsFor(viewer), 'Molinos del Sur')
  })

  test('are no more than five, and the rest is in their list', async () => {
    for (let number = 1; number <= 6; number++) await join(`Ximena ${number}`, `ximena${number}@example.org`)
    const [group] = (await search('ximena')).groups
    assert.equal(group?.hits.length, 5)
    assert.equal(group?.more_path, '/admin/early-adopters?search=ximena')
    assert.equal((await search('lukasz')).groups[0]?.more_path, null)
  })
})

describe('texts of the site', () => {
  test('are found on a fresh installation, in all languages', async () => {
    const found = async (query: string) => {
      const [group] = (await search(query)).groups
      const [hit] = group?.hits ?? []
      return [group?.name, hit?.path, hit?.language, hit?.excerpt?.includes(query)]
    }
    const problem = '/admin/content/home-problem?language='
    assert.deepEqual(await found('Vertrauen, das von'), ['content', `${problem}de`, 'de', true])
    assert.deepEqual(await found('Confianza que depende'), ['content', `${problem}es`, null, true])
    assert.deepEqual(await found('工业溯源'), [
      'content',
      '/admin/content/home-cases?language=zh',
      'zh',
      true,
    ])
    // By the name that the panel gives them, in whatever language, they are read in the reader's own.
    assert.deepEqual(await find('content', 'hero'), ['Página de inicio: Cabecera'])
    assert.deepEqual((await found('hero')).slice(1, 3), ['/admin/content/home-hero?language=es', null])
  })

  test('are found as they were last saved, from any process and at once', async () => {
    const key = 'about-team'
    await save({ key, language: 'fr', version: 1, content: '<p>Un élan <b>zéph</b>yrien</p><p>nacré</p>' })
    assert.deepEqual(await find('content', 'zephyrien nacre'), ['Quiénes somos: Equipo'])
    const elsewhere = await other.signInAs('editor')
    assert.deepEqual(await find('content', 'ZÉPHYRIEN', elsewhere), ['Quiénes somos: Equipo'])
    assert.deepEqual(await find('content', 'zefyrien'), ['Quiénes somos: Equipo?'])
    await save({
      ...{ key, language: 'fr', version: 2, content: '<p>Autre <img src="/x.png" alt="y"> &amp; chose</p>' },
      ...{ seo_title: 'Quetzalcoatlus', seo_keywords: 'gypaète' },
    })
    assert.deepEqual(await find('content', 'zephyrien', elsewhere), [])
    for (const query of ['quetzalcoatlus', 'gypaete', 'autre & chose'])
      assert.deepEqual(await find('content', query), ['Quiénes somos: Equipo'], query)
  })

  test('show the words around the match, in the language of the reader if it is there', async () => {
    const long = Array.from({ length: 60 }, (_, index) => `palabra${index}`).join(' ')
    await save({
      key: 'about-mission',
      language: 'es',
      version: 1,
      content: `<p>${long} ámbarvena ${long}</p>`,
    })
    await save({
      key: 'about-mission',
      language: 'pt',
      version: 1,
      content: '<h2>Ambarvena</h2><p>Outra</p>',
    })
    const hitFor = async (language: string) =>
      (await search('ambarvena', editor, language)).groups[0]?.hits[0]
    const spanish = await hitFor('es')
    assert.match(spanish?.excerpt ?? '', /^…palabra\d+ .* ámbarvena palabra0 .*…$/)
    assert.ok((spanish?.excerpt?.length ?? 0) <= 130)
    assert.equal(spanish?.language, null)
    assert.equal((await hitFor('pt'))?.excerpt, 'Ambarvena · Outra')
    assert.equal((await hitFor('de'))?.language, 'es')
  })
})

describe('mails and campaigns', () => {
  test('templates are found by their name and by their words, the built-in ones and those of the team', async () => {
    assert.deepEqual(await find('templates', 'plantilla que no existe'), [])
    assert.deepEqual(await find('templates', 'gracias apuntarte'), ['Confirmación'])
    const text = { subject: 'Hola', preheader: '', body: '<p>Gracias, cuervillo</p>', action: '' }
    const path = '/api/mail/templates/confirmation?language=es'
    const put = await editor(path, { method: 'PUT', json: { ...text, version: 1 } })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(await find('templates', 'cuervillo'), ['Confirmación'])
    assert.deepEqual(await find('templates', 'gracias apuntarte'), [])
    const admin = await app.signIn()
    const reset = await admin('/api/mail/templates/confirmation/reset?language=es', {
      method: 'POST',
      json: { version: 2 },
    })
    assert.equal(reset.status, 200, reset.text)
    assert.deepEqual(await find('templates', 'cuervillo'), [])
    assert.deepEqual(await find('templates', 'gracias apuntarte'), ['Confirmación'])
  })

  test('campaigns are found by their name and their texts, as long as they are there', async () => {
    const campaign = await makeCampaign(editor, { name: 'Otoño Ñandú' })
    assert.deepEqual(await find('campaigns', 'nandu otono'), ['Otoño Ñandú'])
    assert.deepEqual(await find('campaigns', 'otonno nandu'), ['Otoño Ñandú?'])
    app.clock.advance(1000)
    const json = { ...draftOfCampaign({ name: 'Invierno', texts: {} }), updated_at: campaign.updated_at }
    const changed = await editor(`/api/campaigns/${campaign.id}`, { method: 'PUT', json })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      [await find('campaigns', 'nandu'), await find('campaigns', 'invierno')],
      [[], ['Invierno']],
    )
    const [hit] = (await search('invierno')).groups[0]?.hits ?? []
    assert.deepEqual([hit?.path, hit?.detail], [`/admin/email/campaigns/${campaign.id}`, 'Borrador'])
    await editor(`/api/campaigns/${campaign.id}`, { method: 'DELETE' })
    assert.deepEqual(await find('campaigns', 'invierno'), [])
  })

  test('sent mails are found by their recipients', async () => {
    const id = await insertMail(app, { toName: 'Zoraida Vidal', toEmail: 'zv@correo.example' })
    const [group] = (await search('zoraida')).groups
    assert.deepEqual([group?.name, group?.hits[0]?.path], ['mails', `/admin/email-metrics/messages/${id}`])
    assert.deepEqual(await find('mails', 'correo.example'), ['Zoraida Vidal'])
    assert.deepEqual(await find('mails', 'correo.example', viewer), [])
    assert.deepEqual(await find('mails', 'soraida'), ['Zoraida Vidal?'])
  })
})

describe('a search', () => {
  test('is for those who may read what it finds', async () => {
    assert.equal((await app.send('/api/search?search=hero')).status, 401)
    const admin = await app.signIn()
    const scopes = ['search.use', 'content.read']
    const made = await admin('/api/api-keys', { json: { name: 'CMS', scopes, expires_at: null } })
    const { token } = made.read(NewApiKey)
    const program = createHttpClient(app.url, { authorization: `Bearer ${token}` })
    assert.deepEqual(await find('content', 'hero', program), ['Página de inicio: Cabecera'])
    assert.deepEqual((await search('lukasz', program)).groups, [])
  })

  test('takes what anybody may type', async () => {
    for (const query of [
      '%',
      '_',
      '\\',
      "'; DROP TABLE x",
      '%%%%',
      '…',
      '👩‍👩‍👧',
      'a'.repeat(200),
      'x '.repeat(100),
    ])
      await search(query)
    assert.deepEqual(await find('people', 'L%z'), [])
    for (const query of ['', '   ']) assert.deepEqual((await search(query)).groups, [])
    for (const query of ['\0', 'a'.repeat(201)])
      assert.equal((await editor(`/api/search?${new URLSearchParams({ search: query })}`)).status, 422, query)
  })

  test('can be made many times at once, in two processes, when every text has changed', async () => {
    await app.pool.query(`UPDATE search_texts SET revision = 'old'`)
    const elsewhere = await other.signInAs('editor')
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => find('content', 'cabecera', turn % 2 ? editor : elsewhere)),
    )
    for (const result of results) assert.deepEqual(result, ['Página de inicio: Cabecera'])
    const { rows } = await app.pool.query(`SELECT 1 FROM search_texts WHERE revision = 'old'`)
    assert.equal(rows.length, 0)
  })
})
