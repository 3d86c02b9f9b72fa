import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import {
  ContentEntry,
  ContentItem,
  type ContentKey,
  type ContentState,
  ContentVersion,
  Excerpt,
  TranslationState,
} from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import {
  completionOf,
  shout,
  startTranslationEndpoint,
  type TranslationAnswer,
  type TranslationEndpoint,
} from '../../../../test/support/content/translation-endpoint.ts'
import { until } from '../../../../test/support/until.ts'

let machine: TranslationEndpoint
let app: TestApp
let editor: Editor

before(async () => {
  machine = await startTranslationEndpoint()
  app = await startTestApp({
    env: { TRANSLATE_URL: machine.url, TRANSLATE_KEY: 'the key', TRANSLATE_MODEL: 'a-model' },
  })
  editor = await openEditor(app)
})
beforeEach(async () => {
  await editor.clear()
  machine.answer(({ html }) => shout(html))
})
after(async () => {
  await app.close()
  await machine.close()
})

const key = 'home-hero'
const original = '<h1>Pruebas</h1><p>Cada prueba se puede repetir.</p>'

async function stateOf(language: Language, of: ContentKey = key): Promise<ContentState | undefined> {
  const entries = (await editor.send('/api/content')).read(z.array(ContentEntry))
  return entries.find((entry) => entry.key === of)?.languages[language]
}
const isOutdated = async (language: Language, of: ContentKey = key) => (await stateOf(language, of))?.outdated
const describeIn = async (language: Language) =>
  (await editor.send(`/api/content/${key}/translation?language=${language}`)).read(TranslationState)
const confirm = (id: string, query = '') =>
  editor.send(`/api/content/${id}/confirm${query}`, { method: 'PUT' })

/** Saves and publishes a source text. */
async function publishSource(content: string): Promise<ContentItem> {
  const newest = (await stateOf('es'))?.version ?? 0
  return editor.save({ content, version: newest + 1, published: true })
}
const saveIn = (language: Language, version = 1, content = '<h1>Text</h1><p>Text.</p>') =>
  editor.save({ language, version, content })

describe('a translation is outdated', () => {
  test('exactly while the published source differs in its blocks from the one it was made from', async () => {
    await publishSource(original)
    await saveIn('de')
    await editor.save({ key: 'home-why', language: 'de' })
    assert.equal(await isOutdated('de'), false)

    await publishSource(original.replace('repetir', 'comprobar'))
    assert.equal(await isOutdated('de'), true)
    assert.equal(await isOutdated('de', 'home-why'), false)
    assert.equal(await isOutdated('es'), false)
    assert.equal(await isOutdated('fr'), false)

    await publishSource(original)
    assert.equal(await isOutdated('de'), false, 'the source says again what it said')
  })

  test('but not because of a draft of the source, or when the same blocks are published again', async () => {
    await publishSource(original)
    await saveIn('ar')
    await editor.save({ content: '<p>Solo un borrador</p>', version: 2 })
    assert.equal(await isOutdated('ar'), false)
    app.clock.advance(86_400_000)
    await publishSource(`\n${original.replace('</h1>', '</h1>\n\n<p></p>').replace('se puede', 'se  puede')}`)
    assert.equal(await isOutdated('ar'), false)
    const again = await publishSource(original)
    await editor.unpublish(again.id)
    await editor.publish(again.id)
    assert.equal(await isOutdated('ar'), false)
  })

  test('when compared with the built-in source text as long as none is published', async () => {
    await saveIn('fr')
    assert.equal(await isOutdated('fr'), false)
    const published = await publishSource(original)
    assert.equal(await isOutdated('fr'), true)
    await editor.unpublish(published.id)
    assert.equal(await isOutdated('fr'), false)
  })

  test('until it is saved again', async () => {
    await saveIn('de')
    await publishSource(original)
    assert.equal(await isOutdated('de'), true)
    await saveIn('de', 2, '<h1>Proben</h1>')
    assert.equal(await isOutdated('de'), false)
  })

  test('even after a save, if its writer saw an older source', async () => {
    await publishSource(original)
    const { source: seen } = await describeIn('de')
    await editor.save({ language: 'de', source: seen })
    await publishSource('<h1>Hechos</h1>')
    await editor.save({ language: 'de', version: 2, source: seen })
    assert.equal(await isOutdated('de'), true)
    await editor.save({ language: 'fr', source: seen })
    assert.equal(await isOutdated('fr'), true)
    const { source, changes } = await describeIn('de')
    assert.deepEqual(
      changes.map(({ kind }) => kind),
      ['added', 'removed', 'removed'],
    )
    await editor.save({ language: 'de', version: 3, source })
    assert.equal(await isOutdated('de'), false)
  })

  test('when an older version is restored that was made from an older source', async () => {
    await publishSource(original)
    const old = await saveIn('de')
    await publishSource('<h1>Hechos</h1>')
    await saveIn('de', 2)
    assert.equal(await isOutdated('de'), false)
    await editor.send(`/api/content/${old.id}/restore`, { json: { version: 3 } })
    assert.equal(await isOutdated('de'), true)
  })

  test('but not if the source it was made from is unknown', async () => {
    await saveIn('de')
    await app.pool.query('UPDATE content_versions SET basis = NULL')
    await publishSource(original)
    assert.equal(await isOutdated('de'), false)
  })
})

describe('confirming without change', () => {
  test('makes it current until the source changes again, and is recorded', async () => {
    await publishSource(original)
    const item = await saveIn('ar')
    await publishSource(original.replace('Pruebas', 'Demostraciones'))
    app.clock.advance(60_000)
    const reply = await confirm(item.id)
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.read(ContentItem), item, 'neither its text nor its time is another')
    assert.equal(await isOutdated('ar'), false)
    await publishSource(original.replace('Pruebas', 'Hechos'))
    assert.equal(await isOutdated('ar'), true)
    const { rows } = await app.pool.query(
      "SELECT language, version FROM content_actions WHERE action = 'confirm'",
    )
    assert.deepEqual(rows, [{ language: 'ar', version: 1 }])
  })

  test('is refused for another source than the current one, and for a version that is not the newest', async () => {
    await publishSource(original)
    const item = await saveIn('de')
    await publishSource(original.replace('Pruebas', 'Hechos'))
    const { source } = await describeIn('de')
    await publishSource(original.replace('Pruebas', 'Datos'))
    const unseen = await confirm(item.id, `?source=${source}`)
    assert.equal(unseen.status, 409)
    assert.match(unseen.problem().detail, /Mira los cambios/)
    assert.equal(await isOutdated('de'), true)
    const { source: present } = await describeIn('de')
    assert.equal((await confirm(item.id, `?source=${present}`)).status, 200)

    await saveIn('de', 2)
    const old = await confirm(item.id)
    assert.equal(old.status, 409)
    assert.equal(old.problem().current_version, 2)
  })

  test('is for editors, and for versions that exist', async () => {
    const item = await saveIn('de')
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(`/api/content/${item.id}/confirm`, { method: 'PUT' })).status, 403)
    assert.equal((await app.send(`/api/content/${item.id}/confirm`, { method: 'PUT' })).status, 401)
    assert.equal((await confirm(crypto.randomUUID())).status, 404)
    assert.equal((await confirm('nothing')).status, 404)
  })
})

describe('the changes of the source', () => {
  test('are listed by block, with the text at the time the translation was made', async () => {
    await publishSource(`${original}<p>Esto se va.</p>`)
    const item = await saveIn('fr')
    await publishSource('<h1>Pruebas</h1>')
    await publishSource('<h1>Pruebas</h1><p>Cada prueba se puede comprobar.</p><ul><li>Nuevo</li></ul>')
    const state = await describeIn('fr')
    assert.equal(state.id, item.id)
    assert.equal(state.outdated, true)
    assert.equal(state.source_version, 3)
    assert.deepEqual(
      state.changes.map(({ kind, before, after }) => [kind, before?.text ?? null, after?.text ?? null]),
      [
        ['kept', 'Pruebas', 'Pruebas'],
        ['changed', 'Cada prueba se puede repetir.', 'Cada prueba se puede comprobar.'],
        ['added', null, 'Nuevo'],
        ['removed', 'Esto se va.', null],
      ],
    )
    await confirm(item.id)
    assert.deepEqual((await describeIn('fr')).changes, [])
  })

  test('are also listed against the built-in text', async () => {
    await saveIn('fr')
    await publishSource('<h1>Otra cosa del todo</h1>')
    const { changes } = await describeIn('fr')
    assert.ok(
      changes.some(({ before }) => before?.text),
      JSON.stringify(changes),
    )
  })

  test('are not shown to visitors', async () => {
    for (const path of [`/api/content/${key}/translation?language=de`, '/api/content/excerpts?language=de']) {
      assert.equal((await app.send(path)).status, 401)
    }
  })
})

describe('a machine’s translation', () => {
  const order = (to: Language = 'de', from: Language = 'es') =>
    editor.send('/api/content/translate', { json: { key, from, to } })
  const versionsIn = async (language: Language) =>
    (await editor.send(`/api/content/${key}/all?language=${language}`)).read(z.array(ContentVersion))

  test('is a draft of what the site shows, made by a machine until a person confirms it', async () => {
    await publishSource(original)
    const reply = await order()
    assert.equal(reply.status, 201, reply.text)
    const item = reply.read(ContentItem)
    assert.equal(item.content, '<h1>PRUEBAS</h1><p>CADA PRUEBA SE PUEDE REPETIR.</p>')
    assert.equal(item.published, false)
    const state = await stateOf('de')
    assert.equal(state?.made_by, 'machine')
    assert.equal(state?.state, 'draft')
    assert.equal(state?.outdated, false)
    await confirm(item.id)
    assert.equal((await stateOf('de'))?.made_by, 'person')
    const { rows } = await app.pool.query("SELECT 1 FROM content_actions WHERE action = 'translate'")
    assert.equal(rows.length, 1)
  })

  test('counts as made by a person once a person edits it', async () => {
    await order()
    await saveIn('de', 2)
    assert.equal((await stateOf('de'))?.made_by, 'person')
  })

  test('takes the built-in text where nothing is published, in any language', async () => {
    assert.equal((await order('fr', 'ar')).status, 201)
    assert.match(machine.requests.at(-1)?.html ?? '', /^<h1>\p{Script=Arabic}/u)
    assert.equal(await isOutdated('fr'), false)
  })

  test('made from a translation is outdated when that one is', async () => {
    await publishSource(original)
    await editor.save({ language: 'en', content: '<h1>Proofs</h1>', published: true })
    await publishSource('<h1>Hechos</h1>')
    await order('fr', 'en')
    assert.equal(await isOutdated('fr'), true)
  })

  test('becomes the next version and keeps the search texts', async () => {
    await editor.save({ language: 'de', seo_title: 'Titel', seo_description: 'Beschreibung' })
    const item = (await order()).read(ContentItem)
    assert.equal(item.version, 2)
    assert.equal(item.seo_title, 'Titel')
    assert.equal(item.seo_description, 'Beschreibung')
  })

  test('adds missing search texts, except those that would be too long', async () => {
    await editor.save({
      content: original,
      ...{ seo_title: 'Pruebas & más <firmes>', seo_description: 'Straße '.repeat(22), published: true },
    })
    await editor.save({ language: 'de', seo_keywords: 'eigene' })
    const item = (await order()).read(ContentItem)
    assert.equal(item.content, '<h1>PRUEBAS</h1><p>CADA PRUEBA SE PUEDE REPETIR.</p>')
    assert.equal(item.seo_title, 'PRUEBAS & MÁS <FIRMES>')
    assert.equal(item.seo_description, '')
    assert.equal(item.seo_keywords, 'eigene')
  })

  test('is not saved if someone saved a version in the meantime', async () => {
    let finish = (): void => {}
    machine.answer(({ html }) => (response) => {
      finish = () => response.writeHead(200).end(completionOf(shout(html)))
    })
    const count = machine.requests.length
    const reply = order()
    await until(() => machine.requests.length > count, 'the machine is asked')
    const mine = await saveIn('de')
    finish()
    assert.equal((await reply).status, 409)
    assert.deepEqual(await versionsIn('de'), [ContentVersion.parse(mine)])
  })

  const refused: Record<string, [TranslationAnswer, RegExp]> = {
    'another text': ['Sorry, I cannot do that.', /no conserva/],
    'a text with a script': [`${shout(original)}<script>alert(1)</script>`, /no conserva/],
    'an event handler': [shout(original).replace('<p>', '<p onclick="alert(1)">'), /no conserva/],
    'a link of its own': ['<h1>A</h1><p><a href="javascript:alert(1)">B</a></p>', /no conserva/],
    'a block less': ['<h1>PRUEBAS</h1>', /no conserva/],
    garbage: [(response) => response.writeHead(200).end('<!doctype html>'), /no conserva/],
    'an answer that is cut off': [
      (response) => response.writeHead(200).end(completionOf('<h1>PRU', 'length')),
      /cortada/,
    ],
    'too many requests': [(response) => response.writeHead(429, { 'retry-after': '9' }).end(), /demasiadas/],
    'a fault of its own': [(response) => response.writeHead(500).end('key=secret'), /error 500/],
    'a refusal': [(response) => response.writeHead(401).end(), /error 401/],
    'a broken connection': [(response) => response.destroy(), /No se ha podido hablar/],
  }
  for (const [name, [answer, sentence]] of Object.entries(refused)) {
    test(`is not saved when the machine answers with ${name}, and the sentence says why`, async () => {
      await publishSource(original)
      machine.answer(() => answer)
      const reply = await order()
      assert.equal(reply.status, 503)
      assert.match(reply.problem().detail, sentence)
      assert.ok(!reply.text.includes('secret'))
      assert.deepEqual(await versionsIn('de'), [])
    })
  }

  test('is ordered by editors, from one language into another', async () => {
    const viewer = await app.signInAs('viewer')
    const json = { key, from: 'es', to: 'de' }
    assert.equal((await viewer('/api/content/translate', { json })).status, 403)
    assert.equal((await app.send('/api/content/translate', { json })).status, 401)
    assert.equal((await order('es', 'es')).status, 422)
    assert.equal((await editor.send('/api/content/translate', { json: { ...json, to: 'xx' } })).status, 422)
  })

  test('is refused with a hint how to configure one where there is none', async () => {
    const plain = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      const send = await plain.signInAs('editor')
      const reply = await send('/api/content/translate', { json: { key, from: 'es', to: 'de' } })
      assert.equal(reply.status, 503)
      assert.match(reply.problem().detail, /en los ajustes, en «Traducción automática»/)
      const state = await send(`/api/content/${key}/translation?language=de`)
      assert.equal(state.read(TranslationState).machine, false)
    } finally {
      await plain.close()
    }
  })
})

test('the excerpts are the beginning of what the site shows of each text', async () => {
  await editor.save({
    language: 'de',
    content: `<h1>Nachweise</h1><p>${'Wort '.repeat(500)}</p>`,
    published: true,
  })
  const excerpts = (await editor.send('/api/content/excerpts?language=de')).read(z.array(Excerpt))
  assert.equal(excerpts.length, 11)
  assert.ok(excerpts.every(({ blocks }) => blocks.length > 0))
  const hero = excerpts.find((excerpt) => excerpt.key === key)
  assert.equal(hero?.published, true)
  assert.deepEqual(hero?.blocks[0], { tag: 'h1', text: 'Nachweise' })
  assert.ok((hero?.blocks[1]?.text.length ?? 0) <= 320)
  assert.equal(excerpts.filter(({ published }) => published).length, 1)
})
