import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { days } from '../../../test/support/clock.ts'
import { add, openLibrary, upload, uploadForm } from '../../../test/support/documents/library.ts'
import { pdfFile } from '../../../test/support/documents/pdf-file.ts'
import { brokenForms } from '../../../test/support/forms.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { until } from '../../../test/support/until.ts'
import { BulkResult, DocumentDetails, DocumentEntry, FileLink, UploadLimits } from './contract.ts'

let app: TestApp
let library: Awaited<ReturnType<typeof openLibrary>>
let editor: Send
let viewer: Send

before(async () => {
  app = await startTestApp({ env: { STORAGE_QUOTA: '40 MB' } })
  library = await openLibrary(app)
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
})
after(async () => {
  await library.close()
  await app.close()
})

const get = async (id: string) => (await viewer(`/api/documents/${id}`)).read(DocumentDetails)
const post = (id: string, command: string, json?: unknown, send = editor) =>
  send(`/api/documents/${id}/${command}`, { method: 'POST', ...(json !== undefined && { json }) })
const publish = (id: string) => post(id, 'publish', { document_id: id, publish_immediately: true })

async function listNames(query: string): Promise<string[]> {
  return (await viewer(`/api/documents?${query}`)).read(DocumentEntry.array()).map(({ title }) => title)
}

async function storedFiles(): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of library.files.list('')) names.push(name)
  return names.sort()
}

/** Uploads, reads and publishes a document. */
async function addPublished(fields: Parameters<typeof add>[1] = {}): Promise<DocumentDetails> {
  const { id } = await add(editor, fields)
  await library.process()
  assert.equal((await publish(id)).status, 200)
  return get(id)
}

test('to upload a first document is a task of editors, until there is one', async () => {
  const tasksOf = async (send: Send) =>
    (await send('/api/notifications/bell')).text.includes('documents.upload')
  assert.deepEqual([await tasksOf(editor), await tasksOf(viewer)], [true, false])
  await add(editor, { title: 'First' })
  assert.equal(await tasksOf(editor), false)
})

describe('an upload', () => {
  test('is a draft that is being read, and then ready', async () => {
    const file = pdfFile({ pages: ['The first page', 'And a second'], info: '/Title (A title)' })
    const added = await add(editor, {
      file,
      description: 'Para empezar',
      keywords: 'inicio',
      category: 'manual',
    })
    assert.deepEqual(
      { ...added, id: '', created_at: '', updated_at: '', versions: [] },
      {
        ...{ id: '', slug: 'guia-rapida', title: 'Guía rápida', description: 'Para empezar' },
        ...{ keywords: 'inicio', category: 'manual', status: 'draft' },
        ...{ original_filename: 'Es-Guía rápida.pdf', file_size: file.length, page_count: null },
        ...{ mapped_language: 'es', is_featured: false, total_views: 0, total_downloads: 0 },
        ...{ created_at: '', updated_at: '', published_at: null, deleted_at: null, family: [], variants: [] },
        ...{ download_url: '/files/guia-rapida.pdf', cover_url: null, picture_url: null },
        ...{ file_state: 'processing', file_failure: null, dangers: [], versions: [] },
      },
    )
    await library.process()
    const ready = await get(added.id)
    assert.deepEqual([ready.file_state, ready.page_count], ['ready', 2])
    const [version] = ready.versions
    assert.equal(version?.report?.metadata.title, 'A title')
    assert.deepEqual([version?.pages_read, version?.is_read], [2, true])
    // Its cover is shown by a link, and by nothing else.
    const cover = await app.send(ready.cover_url ?? '')
    assert.equal(cover.headers['content-type'], 'image/webp')
    assert.equal((await app.send(ready.cover_url?.replace(/\?.*/, '') ?? '')).status, 404)
    assert.equal((await app.send(ready.cover_url?.replace('until=', 'until=9') ?? '')).status, 404)
  })

  test('takes its language from its fields before its name', async () => {
    assert.equal((await add(editor, { mapped_language: 'fr' })).mapped_language, 'fr')
    assert.equal((await add(editor, { mapped_language: '' })).mapped_language, undefined)
    assert.equal((await add(editor, { filename: 'guide.pdf' })).mapped_language, undefined)
  })

  test('has an address of its own', async () => {
    const [one, other] = await Promise.all([
      add(editor, { title: 'دليل الهوية' }),
      add(editor, { title: '指南' }),
    ])
    assert.deepEqual([one.slug, other.slug].sort(), ['document', 'document-2'])
  })

  for (const [name, fields, status] of [
    ['that is none', { file: Buffer.from('<html>not a PDF</html>') }, 415],
    ['that is empty', { file: Buffer.alloc(0) }, 415],
    ['with another ending', { filename: 'guide.docx' }, 415],
    ['without a title', { title: '   ' }, 422],
    ['of an unknown category', { category: 'novel' }, 422],
    ['in an unknown language', { mapped_language: 'xx' }, 422],
    ['with a title that is too long', { title: 'x'.repeat(201) }, 422],
  ] as const) {
    test(`of a PDF ${name} is refused, and leaves nothing`, async () => {
      const before = await storedFiles()
      const reply = await upload(editor, fields)
      assert.equal(reply.status, status)
      assert.ok(reply.problem().detail)
      assert.deepEqual(await storedFiles(), before)
    })
  }

  test('is refused in the words of the specification', async () => {
    assert.equal(
      (await upload(editor, { filename: 'a.docx' })).problem().detail,
      'Solo se permiten archivos PDF',
    )
    const large = await upload(editor, { file: pdfFile({ padding: 51 * 1024 * 1024 }) })
    assert.equal(large.status, 413)
    assert.equal(large.problem().detail, 'El archivo es demasiado grande. Máximo 50MB')
  })

  test('is for editors', async () => {
    assert.equal((await upload(viewer)).status, 403)
    assert.equal((await upload(app.send)).status, 401)
    assert.equal((await upload(await app.signInAs('editor', ['es']))).status, 403)
  })

  test('that does not fit into the store is refused with a sentence, and the site goes on', async () => {
    const before = await storedFiles()
    const reply = await upload(editor, { file: pdfFile({ padding: 45 * 1024 * 1024 }) })
    assert.equal(reply.status, 507)
    assert.deepEqual(await storedFiles(), before)
    assert.equal((await app.send('/es/docs')).status, 200)
    const { storage, size_limit } = (await editor('/api/documents/limits')).read(UploadLimits)
    assert.equal(storage.quota, 40 * 1024 * 1024)
    assert.ok(storage.used > 0 && storage.used < 1024 * 1024)
    assert.equal(size_limit, 50)
  })

  test('whose fields come after its file is taken as well', async () => {
    const { body, headers } = uploadForm(pdfFile(), {})
    const end = '\r\n--a-boundary-of-a-test--\r\n'
    const title = '\r\n--a-boundary-of-a-test\r\nContent-Disposition: form-data; name="title"\r\n\r\nLate'
    const late = Buffer.concat([body.subarray(0, -end.length), Buffer.from(title), Buffer.from(end)])
    const reply = await editor('/api/documents/upload', { method: 'POST', headers, body: late })
    assert.equal(reply.read(DocumentDetails).title, 'Late')
  })

  test('in a form that cannot be read is refused, and leaves nothing', async () => {
    const before = await storedFiles()
    for (const { status, body, headers } of brokenForms(pdfFile().toString('latin1'), 'pdf')) {
      const reply = await editor('/api/documents/upload', { method: 'POST', headers, body })
      assert.ok([status, 422].includes(reply.status), `${reply.status}: ${body.slice(0, 300)}`)
    }
    assert.deepEqual(await storedFiles(), before)
    assert.equal(await countUploads(), 0)
  })

  test('that breaks off leaves nothing', async () => {
    const before = await storedFiles()
    const token = await tokenOf()
    const { body, headers } = uploadForm(pdfFile({ padding: 3_000_000 }), { title: 'Half' })
    const socket = connect(Number(new URL(app.url).port))
    socket.write(
      `POST /api/documents/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, 2_000_000))
    await until(async () => (await countUploads()) === 1, 'the file arrives')
    socket.destroy()
    await until(async () => (await countUploads()) === 0, 'the upload is given up')
    assert.deepEqual(await storedFiles(), before)
  })

  test('beyond the limit is not read to its end', async () => {
    const token = await tokenOf()
    const { headers } = uploadForm(Buffer.alloc(0), {})
    const socket = connect(Number(new URL(app.url).port))
    const chunks: Buffer[] = []
    let isClosed = false
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => {
      isClosed = true
    })
    socket.on('error', () => {})
    // Without a length, so that only what arrives tells how much it is.
    socket.write(
      `POST /api/documents/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${headers['content-type']}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const head = Buffer.from(
      '--a-boundary-of-a-test\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    )
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const chunkOf = (data: Buffer) =>
      Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')])
    socket.write(chunkOf(head))
    // It is closed two seconds after the answer; the megabytes go on for as long as it is open.
    const begun = performance.now()
    while (!isClosed && performance.now() - begun < 20_000) {
      if (!socket.write(chunkOf(piece))) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.ok(isClosed, 'the connection is still open')
    assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 (413|507)/)
  })

  test('that broke off with its process is cleared away', async () => {
    const key = '00000000-0000-4000-8000-00000000000a'
    await app.pool.query('INSERT INTO document_uploads VALUES ($1, $2)', [key, app.clock.now()])
    async function* half() {
      yield Buffer.from('%PDF-')
    }
    await library.files.write(`documents/${key}/file.pdf`, half())
    await library.clearBroken()
    assert.ok(await library.files.find(`documents/${key}/file.pdf`))
    app.clock.advance(5 * 60_000)
    await library.clearBroken()
    assert.equal(await library.files.find(`documents/${key}/file.pdf`), undefined)
    assert.equal(await countUploads(), 0)
  })

  async function tokenOf(): Promise<string> {
    const reply = await app.send('/api/auth/login', {
      form: { username: 'admin', password: 'correct horse battery' },
    })
    return String(JSON.parse(reply.text).access_token)
  }

  async function countUploads(): Promise<number> {
    const { rows } = await app.pool.query('SELECT count(*)::int AS total FROM document_uploads')
    return rows[0].total
  }
})

describe('what is in a file', () => {
  const dangers: [name: string, options: Parameters<typeof pdfFile>[0], found: string[]][] = [
    [
      'JavaScript',
      { catalog: '/OpenAction 10 0 R', objects: ['<< /S /JavaScript /JS (app.alert\\(1\\)) >>'] },
      ['javascript'],
    ],
    ['a program that is started', { page: '/AA << /O << /S /Launch /F (cmd.exe) >> >>' }, ['launch']],
    [
      'a file within',
      {
        catalog: '/Names << /EmbeddedFiles << /Names [(a.exe) 10 0 R] >> >>',
        objects: [
          '<< /Type /Filespec /F (a.exe) /EF << /F 11 0 R >> >>',
          '<< /Length 2 >>\nstream\nMZ\nendstream',
        ],
      },
      ['embeddedFiles'],
    ],
    [
      'an XFA form',
      {
        catalog: '/AcroForm << /Fields [] /XFA 10 0 R >>',
        objects: ['<< /Length 0 >>\nstream\n\nendstream'],
      },
      ['xfa'],
    ],
    [
      'a form with a script',
      {
        catalog: '/AcroForm << /Fields [10 0 R] >>',
        objects: [
          '<< /FT /Tx /T (a) /Subtype /Widget /Rect [0 0 9 9] /AA << /K << /S /JavaScript /JS (1) >> >> >>',
        ],
      },
      ['javascript', 'formScripts'],
    ],
    [
      'a file of the reader',
      {
        page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (file:///etc/passwd) >> >>]',
      },
      ['externalFiles'],
    ],
  ]
  for (const [name, options, found] of dangers) {
    test(`is refused when it is ${name}, unless the settings allow it with a warning`, async () => {
      const { id } = await add(editor, { file: pdfFile(options) })
      await library.process()
      const refused = await get(id)
      assert.deepEqual(
        [refused.file_state, refused.file_failure, refused.dangers],
        ['failed', 'dangerous', found],
      )
      const reply = await publish(id)
      assert.equal(reply.status, 409)
      library.accept(true)
      try {
        assert.equal((await post(id, 'retry')).status, 200)
        await library.process()
        const accepted = await get(id)
        assert.deepEqual([accepted.file_state, accepted.dangers], ['ready', found])
        assert.equal((await publish(id)).status, 200)
      } finally {
        library.accept(false)
      }
    })
  }

  test('is not refused for links to the web', async () => {
    const page =
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>]'
    const { id } = await add(editor, { file: pdfFile({ page }) })
    await library.process()
    assert.deepEqual((await get(id)).dangers, [])
  })

  test('says nothing of who made it, unless that is to be kept', async () => {
    const file = pdfFile({
      info: '/Title (C:\\\\Users\\\\ana\\\\plan.docx) /Author (Ana Secret) /Producer (Office 1.0)',
      catalog: '/Metadata 10 0 R',
      objects: ['<< /Type /Metadata /Subtype /XML /Length 10 >>\nstream\n<x>Ana</x>\nendstream'],
    })
    const cleaned = await addPublished({ file })
    const kept = await addPublished({ file, clean_metadata: 'false', title: 'Kept' })
    const read = async ({ download_url }: DocumentDetails) => (await app.send(download_url)).bytes
    assert.doesNotMatch((await read(cleaned)).toString('latin1'), /Ana|Office|Users/)
    assert.deepEqual(await read(kept), file)
    const [version] = cleaned.versions
    assert.equal(version?.report?.is_cleaned, true)
    assert.equal(
      version?.digest,
      createHash('sha256')
        .update(await read(cleaned))
        .digest('hex'),
    )
    assert.equal(cleaned.file_size, (await read(cleaned)).length)
  })
})

describe('a document', () => {
  test('is public from its publication until it is taken back, archived or deleted', async () => {
    const { id, download_url } = await addPublished({ title: 'Public' })
    const status = async () => (await app.send(download_url)).status
    assert.equal(await status(), 200)
    assert.equal((await publish(id)).problem().status, 409)
    assert.equal((await post(id, 'unpublish')).read(DocumentDetails).status, 'draft')
    assert.equal(await status(), 404)
    assert.equal((await post(id, 'unpublish')).status, 409)
    await publish(id)
    assert.equal((await post(id, 'archive')).read(DocumentDetails).status, 'archived')
    assert.equal(await status(), 404)
    assert.equal((await publish(id)).status, 409)
    assert.equal((await post(id, 'reopen')).read(DocumentDetails).status, 'draft')
    await publish(id)
    assert.equal((await editor(`/api/documents/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal(await status(), 404)
    assert.equal((await editor(`/api/documents/${id}`, { method: 'DELETE' })).status, 404)
    assert.ok((await listNames('status=deleted')).includes('Public'))
    assert.ok(!(await listNames('')).includes('Public'))
    // It comes back as a draft, so that nothing is public that nobody looks at.
    assert.equal((await post(id, 'recover')).read(DocumentDetails).status, 'draft')
    await publish(id)
    assert.equal(await status(), 200)
  })

  test('keeps its address when its file is replaced, which is served once it is found good', async () => {
    const { id, download_url } = await addPublished({ title: 'Replaced', clean_metadata: 'false' })
    const second = pdfFile({ pages: ['Another text'] })
    const replace = (file: Buffer) =>
      editor(`/api/documents/${id}/file`, {
        method: 'POST',
        ...uploadForm(file, { clean_metadata: 'false' }, 'v2.pdf'),
      })
    const before = (await app.send(download_url)).bytes
    const next = (await replace(second)).read(DocumentDetails)
    // Until it is ready, the cover is that of the one before.
    assert.deepEqual([next.file_state, (await app.send(next.cover_url ?? '')).status], ['processing', 200])
    assert.deepEqual((await app.send(download_url)).bytes, before)
    await library.process()
    assert.deepEqual((await app.send(download_url)).bytes, second)
    await replace(pdfFile({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }))
    await library.process()
    const { versions, file_state, status } = await get(id)
    assert.deepEqual((await app.send(download_url)).bytes, second)
    assert.deepEqual([file_state, status], ['failed', 'published'])
    assert.deepEqual(
      versions.map(({ number, state, is_current }) => [number, state, is_current]),
      [
        [3, 'failed', false],
        [2, 'ready', true],
        [1, 'ready', false],
      ],
    )
    // The team reads every version.
    const { url } = (await viewer(`/api/documents/${id}/link?version=1`)).read(FileLink)
    assert.deepEqual((await app.send(url)).bytes, before)
  })

  test('is edited, and whoever edits an older state is told', async () => {
    const added = await add(editor, { title: 'Before' })
    const change = { title: 'After', description: 'New', keywords: '', category: 'legal', is_featured: true }
    app.clock.advance(1000)
    const edited = await editor(`/api/documents/${added.id}`, {
      method: 'PUT',
      json: { ...change, updated_at: added.updated_at },
    })
    const { title, slug, category, is_featured, mapped_language } = edited.read(DocumentDetails)
    assert.deepEqual(
      [title, slug, category, is_featured, mapped_language],
      ['After', 'after', 'legal', true, 'es'],
    )
    const stale = await editor(`/api/documents/${added.id}`, {
      method: 'PUT',
      json: { ...change, title: 'Lost', updated_at: added.updated_at },
    })
    assert.equal(stale.status, 409)
    assert.equal((await get(added.id)).title, 'After')
    await library.process()
    await publish(added.id)
    await editor(`/api/documents/${added.id}`, { method: 'PUT', json: { ...change, title: 'Public name' } })
    // Its address has been told to others.
    assert.equal((await get(added.id)).slug, 'after')
  })

  test('is erased 30 days after it was deleted, or by an admin before', async () => {
    const [one, other] = [await add(editor, { title: 'Old' }), await add(editor, { title: 'New' })]
    await library.process()
    const admin = await app.signIn()
    const erase = (send: Send, id: string) => send(`/api/documents/${id}/erase`, { method: 'POST' })
    assert.equal((await erase(admin, one.id)).status, 409)
    for (const { id } of [one, other]) await editor(`/api/documents/${id}`, { method: 'DELETE' })
    assert.equal((await erase(editor, one.id)).status, 403)
    assert.equal((await erase(admin, one.id)).status, 204)
    assert.equal((await viewer(`/api/documents/${one.id}`)).status, 404)
    await library.clearBin()
    assert.equal((await viewer(`/api/documents/${other.id}`)).status, 200)
    app.clock.advance(6 * days)
    for (let week = 0; week < 5; week++) app.clock.advance(6 * days)
    await library.clearBin()
    editor = await app.signInAs('editor')
    viewer = await app.signInAs('viewer')
    assert.equal((await viewer(`/api/documents/${other.id}`)).status, 404)
    const { rows } = await app.pool.query('SELECT key FROM document_versions')
    const keys = new Set(rows.map(({ key }) => key))
    const lost = (await storedFiles()).filter((name) => !keys.has(name.split('/')[1]))
    assert.deepEqual(lost, [])
  })
})

describe('many documents', () => {
  test('are changed at once, and what cannot be done is told of each', async () => {
    const ready = await add(editor, { title: 'Ready' })
    await library.process()
    const reading = await add(editor, { title: 'Still being read' })
    const [nobody, again] = ['00000000-0000-4000-8000-000000000000', ready.id.toUpperCase()]
    const run = async (operation: string, document_ids: string[]) =>
      editor('/api/documents/bulk', { method: 'POST', json: { document_ids, operation } })
    const published = (await run('publish', [ready.id, reading.id, nobody, again])).read(BulkResult)
    assert.deepEqual([published.success_count, published.failed_count], [1, 2])
    assert.deepEqual(published.failures.map(({ id }) => id).sort(), [reading.id, nobody].sort())
    assert.ok(published.failures.every(({ reason }) => reason.length > 10))
    assert.equal((await app.send(ready.download_url)).status, 200)
    const counts: number[] = []
    for (const operation of ['archive', 'delete', 'delete', 'recover', 'delete'])
      counts.push((await run(operation, [ready.id, reading.id])).read(BulkResult).success_count)
    assert.deepEqual(counts, [2, 2, 0, 2, 2])
    const empty = await run('publish', [])
    assert.equal(empty.status, 422)
    assert.equal(empty.problem().errors?.[0]?.message, 'Selecciona documentos y una operación')
  })

  test('are filtered, searched and sorted', async () => {
    await add(editor, { title: 'Zeta trazabilidad', category: 'technical', mapped_language: 'de' })
    await add(editor, { title: 'Alfa trazabilidad', category: 'legal', mapped_language: '' })
    assert.deepEqual(await listNames('search=TRAZABILID%C3%81D&sortBy=title&sortOrder=asc'), [
      'Alfa trazabilidad',
      'Zeta trazabilidad',
    ])
    assert.deepEqual(await listNames('search=trazabilidad&language=de&status=all&category='), [
      'Zeta trazabilidad',
    ])
    assert.deepEqual(await listNames('search=trazabilidad&language=universal'), ['Alfa trazabilidad'])
    assert.deepEqual(await listNames('search=trazabilidad&category=technical'), ['Zeta trazabilidad'])
    assert.deepEqual(await listNames('search=trazabilidad&status=published'), [])
    assert.deepEqual(await listNames('search=100%25'), [])
    const page = await viewer('/api/documents?search=trazabilidad&limit=1&sortBy=title&sortOrder=desc')
    assert.equal(page.headers['x-total-count'], '2')
    assert.equal((await viewer('/api/documents?status=lost')).status, 422)
  })
})
