import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VersionRow } from '#features/documents/version-store.ts'
import { type FileStore, putFile } from '#platform/files/file-store.ts'
import type { Inspected, Unreadable } from './orders.ts'
import type { PdfReader } from './reader.ts'

export interface ExaminationOptions {
  files: FileStore
  reader: PdfReader
  /** Whether files that can harm readers are refused. */
  refusesDangers(): boolean
}

/** What is known of a file once it has been looked at. */
export interface Examined extends Inspected {
  filePath: string
  fileSize: number
  fileDigest: string
}

/** What is known of a file before it has been looked at. */
type ArrivedVersion = Pick<VersionRow, 'key' | 'filePath' | 'fileSize' | 'fileDigest' | 'cleansMetadata'>

const pathOf = ({ key }: Pick<VersionRow, 'key'>, name: string) => `documents/${key}/${name}`

/** Finds out whether a file may be served, and makes what is shown of it. */
export function createExamination({ files, reader, refusesDangers }: ExaminationOptions) {
  /** Looks at a file, stores its pictures, and a copy without metadata where that is wanted. */
  async function examine(row: ArrivedVersion): Promise<Examined | (Unreadable & Partial<Inspected>)> {
    const copy = join(tmpdir(), `firmeza-${randomUUID()}.pdf`)
    try {
      const inspected = await files.withPath(row.filePath, (path) =>
        reader.inspect(path, row.cleansMetadata ? copy : null),
      )
      if ('refused' in inspected) return inspected
      if (inspected.report.dangers.length > 0 && refusesDangers())
        return { ...inspected, refused: 'dangerous' }
      const drawn = await files.withPath(row.filePath, reader.draw)
      if ('refused' in drawn) return { ...inspected, refused: drawn.refused }
      for (const { name, bytes } of drawn) await putFile(files, pathOf(row, name), bytes)
      const pictures = drawn.filter(({ name }) => /^page-/.test(name)).length
      const report = { ...inspected.report, pictures }
      const file = inspected.report.is_cleaned
        ? await storeCopy(pathOf(row, 'clean.pdf'), copy)
        : { filePath: row.filePath, fileSize: row.fileSize, fileDigest: row.fileDigest }
      return { ...file, pageCount: inspected.pageCount, report }
    } finally {
      await rm(copy, { force: true })
    }
  }

  async function storeCopy(filePath: string, copy: string) {
    const { size, digest } = await files.write(filePath, createReadStream(copy))
    return { filePath, fileSize: size, fileDigest: digest }
  }

  return examine
}
