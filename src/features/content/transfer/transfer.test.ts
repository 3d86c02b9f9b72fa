import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { ContentAction, ContentItem } from '#features/content/contract.ts'
import { DocumentDetails } from '#features/documents/contract.ts'
import { Picture } from '#features/media/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import {
  archiveForm,
  changeArchive,
  exportContent,
  importWhole,
  look,
  readTar,
  uploadArchive,
} from '../../../../test/support/content/transfer.ts'
import { add } from '../../../../test/support/documents/library.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import { draftOf } from '../../../../test/support/factories.ts'
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
  await Promise.all([from.app.startBackgroundWork(), to.app.startBackgroundWork()])
  editor = await from.signInAs('editor')
  admin = await to.signIn()
  await fill()
  archive = await exportContent(editor)
})
after(async () => {
  await Promise.all([from?.close(), to?.close()])
})

const arabic = '<h1>الثقة تُبنى بالدليل</h1><p>نصٌّ قصير.</p>'

/** An installation with texts, a picture, a document in two languages, a redirect and the text of a mail. */
async function fill(): Promise<void> {
  const bytes = await createCanvas(330, 160).encode('png')
  const picture = (await editor('/api/media', archiveForm(bytes, 'vista.png'))).read(Picture)
  digest = picture.digest
  await editor(`/api/media/${picture.id}/alternatives`, {
    method: 'PATCH',
    json: { ar: 'منظر', es: 'Una vista' },
  })
  const shown = `${arabic}<figure><img src="${picture.src}" alt="منظر" width="330" height="160" /></figure>`
  await save({ language: 'es', content: '<h1>Confianza con pruebas</h1>', published: true })
  await save({ language: 'ar', content: shown, published: true, seo_title: 'الثقة' })
  await save({ language: 'ar', content: '<h1>مسودة</h1>', version: 2 })
  const files = [
    { title: 'Guía rápida', mapped_language: 'es', file: pdfFile({ pages: ['Uno', 'Dos'] }) },
    { title: 'Quick guide', mapped_language: 'en', file: pdfFile({ pages: ['One'] }) },
  ]
  const documents: DocumentDetails[] = []
  for (const file of files) documents.push(await add(editor, file))
  const [first, second] = documents
  await until(
    async () => {
      const reply = await editor(`/api/documents/${second?.id}`)
      return reply.read(DocumentDetails).file_state === 'ready'
    },
    'the documents are read',
    60,
  )
  await editor(`/api/documents/${first?.id}/family`, { json: { document_id: second?.id } })
  await editor(`/api/documents/${first?.id}/publish`, { json: {} })
  const owner = await from.signIn()
  await owner('/api/admin/seo/redirects', { json: { from: '/precios', to: '/docs', note: 'Old list' } })
  const mail = { subject: 'مرحبًا {{name}}', preheader: '', body: '<p>أهلًا</p>', action: '', version: 1 }
  const reply = await editor('/api/mail/templates/confirmation?language=ar', { method: 'PUT', json: mail })
  assert.equal(reply.status, 200, reply.text)
}

async function save(changes: Parameters<typeof draftOf>[0], send = editor): Promise<ContentItem> {
  const reply = await send('/api/content', { json: draftOf(changes) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(ContentItem)
}

describe('the content of one installation in another', () => {
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
    await save(
      { language: 'es', content: '<h1>Cambiado aquí</h1>', version: JSON.parse(newest)[0].version + 1 },
      admin,
    )
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
    await save({ key: 'home-why', content: '<h1>Aquí</h1>' }, admin)
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
