import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { ContentItem } from '#features/content/contract.ts'
import { DocumentDetails } from '#features/documents/contract.ts'
import { Picture } from '#features/media/contract.ts'
import type { TestApp } from '../build-app.ts'
import { add } from '../documents/library.ts'
import { pdfFile } from '../documents/pdf-file.ts'
import { draftOf } from '../factories.ts'
import type { Send } from '../http-client.ts'
import { until } from '../until.ts'
import { archiveForm } from './transfer.ts'

const arabic = '<h1>الثقة تُبنى بالدليل</h1><p>نصٌّ قصير.</p>'

/**
 * Fills an installation with texts, a picture, a document in two languages, a redirect and the text of a mail; returns the
 * digest of the picture. Its background work must run.
 */
export async function fillWithContent(from: TestApp, editor: Send): Promise<string> {
  const bytes = await createCanvas(330, 160).encode('png')
  const picture = (await editor('/api/media', archiveForm(bytes, 'vista.png'))).read(Picture)
  await editor(`/api/media/${picture.id}/alternatives`, {
    method: 'PATCH',
    json: { ar: 'منظر', es: 'Una vista' },
  })
  const shown = `${arabic}<figure><img src="${picture.src}" alt="منظر" width="330" height="160" /></figure>`
  await saveText(editor, { language: 'es', content: '<h1>Confianza con pruebas</h1>', published: true })
  await saveText(editor, { language: 'ar', content: shown, published: true, seo_title: 'الثقة' })
  await saveText(editor, { language: 'ar', content: '<h1>مسودة</h1>', version: 2 })
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
  return picture.digest
}

/** Saves a version of a text. */
export async function saveText(send: Send, changes: Parameters<typeof draftOf>[0]): Promise<ContentItem> {
  const reply = await send('/api/content', { json: draftOf(changes) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(ContentItem)
}
