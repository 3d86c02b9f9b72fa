import { join } from 'node:path'
import { DocumentDetails } from '#features/documents/contract.ts'
import { createFileLinks } from '#features/documents/delivery/file-links.ts'
import { createDocuments } from '#features/documents/editing/documents.ts'
import { binJob } from '#features/documents/jobs.ts'
import { createProcessing } from '#features/documents/processing/processing.ts'
import { createPdfReader } from '#features/documents/processing/reader.ts'
import { brokenUploadPoller } from '#features/documents/upload/poller.ts'
import { createUploads } from '#features/documents/upload/uploads.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { limitFiles } from '#platform/files/limited-store.ts'
import { createLog } from '#platform/log.ts'
import { createRevision } from '#platform/revision.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import type { TestApp } from '../build-app.ts'
import type { Reply, Send } from '../http-client.ts'
import { pollIfDue } from '../poll.ts'
import { pdfFile } from './pdf-file.ts'

/** Opens the background work of a test app's documents, which the test runs by hand; its files are in a folder by default. */
export async function openLibrary(
  { db, pool, databaseUrl: url, dataDir, clock }: TestApp,
  files: FileStore = createFolderStore(join(dataDir, 'files')),
) {
  const revision = await createRevision({ url, db, pool, log: createLog('silent') })
  let refusesDangers = true
  const processing = createProcessing({
    ...{ db, revision, files, clock, reader: createPdfReader() },
    refusesDangers: () => refusesDangers,
  })
  const get = <Value>(setting: SettingDefinition<Value>) => setting.default({ domain: 'localhost' })
  const uploads = createUploads({
    db,
    clock,
    files: limitFiles(files, { quota: undefined, clock }),
    settings: { get },
  })
  const links = createFileLinks({ current: 'a secret of a test', earlier: [] })
  const documents = createDocuments({
    ...{ db, revision, files, clock, links },
    findNames: async () => new Map(),
    announce: async () => {},
    sumViews: async () => new Map(),
  })
  return {
    files,
    /** Reads all files that wait, as the pollers of a server do. */
    async process() {
      while (await processing.work());
    },
    /** Clears away what is left of uploads whose process has ended. */
    clearBroken: () => pollIfDue(brokenUploadPoller(uploads), { db, now: clock.now() }),
    /** Erases what has been in the bin for long. */
    clearBin: () => binJob({ documents, clock }).work({}),
    accept(dangers: boolean) {
      refusesDangers = !dangers
    },
    async close() {
      processing.close()
      await revision.close()
    },
  }
}

/** A form with the fields first and the file last, as browsers send it. */
export function uploadForm(file: Buffer, fields: Record<string, string>, filename = 'Es-Guía rápida.pdf') {
  const boundary = 'a-boundary-of-a-test'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/pdf\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(parts.join('') + head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Uploads a document. */
export const upload = (
  send: Send,
  {
    file = pdfFile(),
    filename = 'Es-Guía rápida.pdf',
    ...fields
  }: { file?: Buffer } & Record<string, unknown> = {},
): Promise<Reply> =>
  send('/api/documents/upload', {
    method: 'POST',
    ...uploadForm(file, { title: 'Guía rápida', ...stringsOf(fields) }, String(filename)),
  })

const stringsOf = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** Uploads a document that must be taken. */
export async function add(send: Send, fields: Parameters<typeof upload>[1] = {}): Promise<DocumentDetails> {
  return (await upload(send, fields)).read(DocumentDetails)
}
