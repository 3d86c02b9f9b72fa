import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { ContentAction, ContentItem } from '#features/content/contract.ts'
import { Picture } from '#features/media/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { goodArchive, hostileArchives } from '../../../../test/support/content/hostile-archives.ts'
import {
  archiveForm,
  changeArchive,
  exportContent,
  importWhole,
  look,
  readTar,
  uploadArchive,
  writeTar,
} from '../../../../test/support/content/transfer.ts'
import { fillWithContent, saveText } from '../../../../test/support/content/transferred-content.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'
import { ContentImport, TransferDifference } from './contract.ts'

let from: TestApp
let to: TestApp
let editor: Send
let admin: Send
let digest: string
let archive: Buffer

before(async () => {
  from = await startTestApp()
  to = await startTestApp()
  editor = await from.signInAs('editor')
  admin = await to.signIn()
})
after(async () => {
  await Promise.all([from?.close(), to?.close()])
})

const upload = (tar: Buffer) =>
  admin('/api/content/transfer/imports', {
    ...archiveForm(tar),
    headers: { ...archiveForm(tar).headers, 'accept-language': 'en' },
  })

async function countLeft(): Promise<number> {
  const { rows } = await to.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM content_imports',
  )
  const folder = join(to.dataDir, 'files')
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return (rows[0]?.count ?? 0) + files.filter((one) => one.isFile()).length
}

describe('an archive that was made to do harm', () => {
  for (const [name, { tar, status, says = /./ }] of Object.entries(hostileArchives)) {
    test(`is refused with a sentence and leaves nothing: ${name}`, async () => {
      const reply = await upload(tar)
      assert.equal(reply.status, status, reply.text)
      assert.match(reply.text, says)
      assert.equal(await countLeft(), 0)
    })
  }

  test('differs from one that is taken, and that a bad order does not import', async () => {
    const { id } = (await upload(writeTar(goodArchive))).read(ContentImport)
    const order = { mode: 'drafts', fingerprint: 'a'.repeat(64), left_out: [] }
    for (const change of [
      { mode: 'all' },
      { fingerprint: 'a' },
      { fingerprint: null },
      { left_out: [-1] },
      { left_out: 'x' },
    ]) {
      const reply = await admin(`/api/content/transfer/imports/${id}/run`, { json: { ...order, ...change } })
      assert.equal(reply.status, 422, JSON.stringify(change))
      assert.ok(reply.problem().errors?.[0]?.message)
    }
    assert.equal((await admin(`/api/content/transfer/imports/${id}`, { method: 'DELETE' })).status, 204)
  })

  test('is refused for whoever is no admin, before it is read', async () => {
    const editor = await to.signInAs('editor')
    const reply = await editor('/api/content/transfer/imports', archiveForm(writeTar(goodArchive)))
    assert.equal(reply.status, 403)
  })
})

describe('the content of one installation in another', () => {
  before(async () => {
    await Promise.all([from.app.startBackgroundWork(), to.app.startBackgroundWork()])
    digest = await fillWithContent(from, editor)
    archive = await exportContent(editor)
  })

  test('is named in the archive, by key and language, with the digests of its files', async () => {
    const [first, ...files] = readTar(archive)
    assert.equal(first?.name, 'content.json')
    const content = JSON.parse(String(first?.bytes))
    assert.deepEqual(Object.keys(content.parts.texts['home-hero']), ['ar', 'es'])
    assert.match(content.parts.texts['home-hero'].ar.published.content, /الثقة/)
    assert.match(content.parts.texts['home-hero'].ar.draft.content, /مسودة/)
    assert.deepEqual(content.parts.documents['guia-rapida'].variants, { en: 'quick-guide' })
    assert.deepEqual(content.parts.redirects['/precios'], { kind: 301, note: 'Old list', to: '/docs' })
    assert.deepEqual(
      files.map(({ name }) => name),
      content.files.map(({ path }: { path: string }) => path),
    )
    assert.equal(/id"|author|@/.test(String(first?.bytes)), false)
  })

  test('is previewed as it is imported, and is the same afterwards: texts, pictures, documents, relations', async () => {
    const id = await uploadArchive(admin, archive)
    const seen = await look(admin, id, 'published')
    assert.deepEqual(
      seen.preview.parts.map(({ part, ...counts }) => [part, counts.new]),
      [
        ['pictures', 1],
        ['documents', 2],
        ['texts', 2],
        ['mails', 1],
        ['redirects', 1],
      ],
    )
    const done = await importWhole(admin, id, 'published')
    assert.equal(done.state, 'done', String(done.failure))
    assert.deepEqual(done.result, { new: 7, changed: 0 })

    const text = (await to.send('/api/content/home-hero?language=ar')).read(ContentItem)
    assert.match(text.content, new RegExp(`${digest}-330.webp`))
    assert.equal(text.seo_title, 'الثقة')
    assert.equal(
      (await admin('/api/content/home-hero?language=ar&version=2')).read(ContentItem).content,
      '<h1>مسودة</h1>',
    )
    for (const path of [text.content.match(/\/media\/[^"]+/)?.[0] ?? '', `/media/${digest}-330.avif`]) {
      const [there, here] = await Promise.all([from.send(path), to.send(path)])
      assert.equal(here.status, 200)
      assert.deepEqual(here.bytes, there.bytes)
    }
    const [there, here] = await Promise.all([
      from.send('/files/guia-rapida.pdf'),
      to.send('/files/guia-rapida.pdf'),
    ])
    assert.deepEqual(here.bytes, there.bytes)
    assert.equal((await to.send('/files/quick-guide.pdf')).status, 404)
    const { rows } = await to.pool.query('SELECT count(DISTINCT family_id)::int AS families FROM documents')
    assert.deepEqual(rows, [{ families: 1 }])
    // The same archive comes out of both, but for the site and the time.
    const again = await exportContent(admin)
    const contentOf = (tar: Buffer) => {
      const { parts, files } = JSON.parse(String(readTar(tar)[0]?.bytes))
      return { parts, files }
    }
    assert.deepEqual(contentOf(again), contentOf(archive))
    const left = join(to.dataDir, 'files', 'transfers')
    await until(async () => {
      const all = await readdir(left, { recursive: true, withFileTypes: true }).catch(() => [])
      return all.every((entry) => entry.isDirectory())
    }, 'its files are removed')
  })

  test('has a history: who imported it, also in the audit log', async () => {
    const actions = (await admin('/api/content/home-hero/actions?language=ar')).read(ContentAction.array())
    assert.deepEqual(
      actions.map(({ action, version }) => `${action} ${version}`),
      ['import 2', 'publish 1', 'import 1'],
    )
    assert.equal(actions[0]?.actor?.name, 'Admin')
  })

  test('changes nothing when it is imported again', async () => {
    const id = await uploadArchive(admin, archive)
    for (const mode of ['drafts', 'published'] as const) {
      const { preview } = await look(admin, id, mode)
      assert.equal(
        preview.parts.every((one) => one.new + one.changed + one.conflict === 0),
        true,
      )
    }
    const { fingerprint } = (await look(admin, id, 'published')).preview
    const reply = await admin(`/api/content/transfer/imports/${id}/run`, {
      json: { mode: 'published', fingerprint },
    })
    assert.equal(reply.status, 422)
  })

  test('shows what was changed here after the export as a conflict, with both texts', async () => {
    to.clock.advance(60_000)
    const newest = (await admin('/api/content/home-hero/all?language=es')).text
    const version = JSON.parse(newest)[0].version + 1
    await saveText(admin, { language: 'es', content: '<h1>Cambiado aquí</h1>', version })
    const id = await uploadArchive(admin, archive)
    const { changes } = await look(admin, id, 'published')
    const different = changes.filter(({ state }) => state !== 'same')
    assert.deepEqual(different, [])
    const other = await uploadArchive(
      admin,
      changeArchive(archive, (content) => {
        content.parts.texts['home-hero'].es.published.content = '<h1>Otra</h1><script>alert(1)</script>'
      }),
    )
    const [conflict] = (await look(admin, other, 'published')).changes.filter(({ state }) => state !== 'same')
    assert.equal(conflict?.state, 'conflict')
    const path = `/api/content/transfer/imports/${other}/changes/${conflict?.number}?mode=drafts`
    const { before: here, after: there } = (await admin(path)).read(TransferDifference)
    assert.match(JSON.stringify(here), /Cambiado aquí/)
    assert.match(JSON.stringify(there), /<h1>Otra<\/h1>"/)
    const done = await importWhole(admin, other, 'drafts')
    assert.deepEqual(done.result, { new: 0, changed: 1 })
    const live = (await to.send('/api/content/home-hero?language=es')).read(ContentItem)
    assert.match(live.content, /Confianza con pruebas/)
  })

  test('is not imported once what is here is no longer what was looked at', async () => {
    const id = await uploadArchive(
      admin,
      changeArchive(archive, (content) => {
        content.parts.texts['home-why'] = { es: { published: { content: '<h1>Por qué</h1>' } } }
      }),
    )
    const { fingerprint } = (await look(admin, id, 'published')).preview
    await saveText(admin, { key: 'home-why', content: '<h1>Aquí</h1>' })
    const reply = await admin(`/api/content/transfer/imports/${id}/run`, {
      json: { mode: 'published', fingerprint },
    })
    assert.equal(reply.status, 409, reply.text)
  })

  test('leaves nothing when it fails half-way', async () => {
    const picture = await createCanvas(40, 20).encode('png')
    const own = (await editor('/api/media', archiveForm(picture, 'otra.png'))).read(Picture)
    const bad = changeArchive(await exportContent(editor, ['pictures', 'redirects', 'texts']), (content) => {
      content.parts.texts['home-cases'] = { es: { published: { content: '<h1>Casos</h1>' } } }
      content.parts.redirects['/uno'] = { to: '/dos', kind: 301 }
      content.parts.redirects['/dos'] = { to: '/uno', kind: 301 }
    })
    const id = await uploadArchive(admin, bad)
    const failed = await importWhole(admin, id, 'published')
    assert.equal(failed.state, 'ready')
    assert.match(String(failed.failure), /\/(uno|dos)/)
    assert.equal((await to.send(`/media/${own.digest}-40.avif`)).status, 404)
    assert.equal((await to.send('/api/content/home-cases?language=es')).status, 404)
  })

  test('names what it knows nothing of, and what a text shows that is not there', async () => {
    const id = await uploadArchive(
      admin,
      changeArchive(await exportContent(editor, ['texts']), (content) => {
        content.parts.menus = { main: {} }
        content.parts.texts['home-new'] = { es: {} }
        content.parts.texts['home-hero'].xx = {}
        const gone = `/media/${'a'.repeat(64)}-700.webp`
        content.parts.texts['home-hero'].ar.draft.content =
          `<figure><img src="${gone}" alt="x" width="700" height="350" /></figure>`
      }),
    )
    const { left_out } = (await admin(`/api/content/transfer/imports/${id}`)).read(ContentImport)
    assert.deepEqual(
      left_out.map(({ part, key, language, reason }) => [part, key, language, reason].join(' ')),
      ['menus   unknown_part', 'texts home-hero xx unknown_language', 'texts home-new es unknown_key'],
    )
    const { changes } = await look(admin, id, 'drafts')
    assert.deepEqual(
      changes.flatMap(({ missing }) => missing),
      ['a'.repeat(64)],
    )
  })
})
