import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError } from '#admin/kit/api/api-client.ts'
import {
  canSend,
  createSpeedometer,
  fieldsOf,
  isFinal,
  isUnfinished,
  listFamilies,
  listMissingLanguages,
  prepareUpload,
} from './upload-list.ts'

const prepare = (name: string, size = 1) =>
  prepareUpload({ id: 1, file: { name, size }, limit: 50 * 1024 * 1024, cleansMetadata: true })

test('title and language of a file come from its name', () => {
  const { draft, state } = prepare('Fr-Guide_rapide.pdf')
  assert.deepEqual([draft.title, draft.language, state.kind], ['Guide rapide', 'fr', 'prepared'])
  assert.equal(prepare('plan.pdf').draft.language, '')
})

test('what the server would refuse is not sent', () => {
  assert.deepEqual(prepare('plan.docx').state, { kind: 'refused', refusal: 'onlyPdf' })
  assert.deepEqual(prepare('plan.pdf', 50 * 1024 * 1024 + 1).state, { kind: 'refused', refusal: 'tooBig' })
  assert.deepEqual(prepare('plan.pdf', 0).state, { kind: 'refused', refusal: 'empty' })
  assert.deepEqual(prepare('plan.docx', 0).state, { kind: 'refused', refusal: 'onlyPdf' })
  assert.equal(prepare('plan.pdf', 50 * 1024 * 1024).state.kind, 'prepared')
  const upload = prepare('plan.pdf')
  assert.equal(canSend(upload), true)
  assert.equal(canSend({ ...upload, draft: { ...upload.draft, title: '  ' } }), false)
  assert.equal(canSend({ ...upload, state: { kind: 'waiting' } }), false)
  assert.equal(canSend({ ...upload, state: { kind: 'cancelled' } }), true)
})

test('what the server refuses for good is not sent again', () => {
  for (const status of [413, 415]) assert.equal(isFinal(new ApiError(status)), true)
  for (const error of [new ApiError(422), new ApiError(503), new ApiError(507), new ConnectionError('away')])
    assert.equal(isFinal(error), false)
  const upload = { ...prepare('Es-a.pdf'), state: { kind: 'rejected', reason: 'Only PDF' } } as const
  assert.deepEqual([canSend(upload), isUnfinished(upload)], [false, false])
  assert.deepEqual(listFamilies([upload, prepare('En-a.pdf')]), [])
})

test('everything that was typed is sent', () => {
  assert.deepEqual(Object.fromEntries(fieldsOf(prepare('Es-a.pdf').draft)), {
    ...{ title: 'a', description: '', keywords: '', category: 'guide', mapped_language: 'es' },
    ...{ is_featured: 'false', clean_metadata: 'true' },
  })
})

test('the speed is an average of late', () => {
  let time = 0
  const measure = createSpeedometer(() => time)
  assert.equal(measure(0), undefined)
  time = 1000
  assert.equal(measure(1_000_000), 1_000_000)
  time = 1100
  assert.equal(measure(9_000_000), 1_000_000)
  time = 2000
  assert.equal(measure(1_000_000), 700_000)
})

test('files whose names differ only in the language are a family', () => {
  const names = ['Es-Manual.pdf', 'En-Manual.pdf', 'Es-Guide.pdf', 'Fr-Plan.pdf', 'Fr-Plan.pdf', 'Manual.pdf']
  assert.deepEqual(listFamilies(names.map((name) => prepare(name))), ['Manual'])
  assert.deepEqual(listFamilies(['Es-a.pdf', 'En-a.txt'].map((name) => prepare(name))), [])
})

test('a document of a family has one of the languages that are missing', () => {
  const among = listMissingLanguages({ mapped_language: 'es', family: ['en', 'fr', 'de', 'it', 'pt', 'ru'] })
  assert.deepEqual(among, ['zh', 'ar', 'hi'])
  const languageOf = (name: string) =>
    prepareUpload({ id: 1, file: { name, size: 1 }, limit: 9, cleansMetadata: true, among }).draft.language
  assert.deepEqual([languageOf('Hi-a.pdf'), languageOf('En-a.pdf'), languageOf('a.pdf')], ['hi', '', ''])
})
