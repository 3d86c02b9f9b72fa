import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { FileFailure } from '#features/documents/contract.ts'
import { hostileFiles } from '../../../../test/support/documents/hostile-pdfs.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import { createPdfReader, type PdfReader } from './reader.ts'

let folder: string
let patient: PdfReader
let hasty: PdfReader

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-pdf-'))
  patient = createPdfReader()
  hasty = createPdfReader({ limits: { inspect: 2_500, draw: 1_500, read: 1_500 } })
})
after(async () => {
  patient.close()
  hasty.close()
  await rm(folder, { recursive: true, force: true })
})

/** How the examination of a file ends, as the product does it. */
async function examine(reader: PdfReader, path: string): Promise<FileFailure | undefined> {
  const inspected = await reader.inspect(path, `${path}-clean`)
  if ('refused' in inspected) return inspected.refused
  if (inspected.report.dangers.length > 0) return 'dangerous'
  const drawn = await reader.draw(path)
  if ('refused' in drawn) return drawn.refused
  await reader.read(path, 1)
  return undefined
}

describe('a hostile file', { concurrency: 2 }, () => {
  for (const { name, write, ends, isHeavy = false } of hostileFiles) {
    test(`with ${name} ends in one clear state`, async () => {
      const path = join(folder, `${name.replace(/\W+/g, '-')}.pdf`)
      await writeFile(path, write())
      const end = await examine(isHeavy ? hasty : patient, path)
      assert.ok(ends.includes(end), String(end))
      await rm(path)
    })
  }
})

test('after hostile files, others are read as before', async () => {
  const path = join(folder, 'good.pdf')
  await writeFile(path, pdfFile({ pages: ['One', 'Two words'] }))
  assert.equal(await examine(patient, path), undefined)
  assert.deepEqual((await patient.read(path, 2))?.pages, ['Two words'])
})
