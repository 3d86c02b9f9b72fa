import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { FileStore, WrittenFile } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { requirePdf, watchArrival } from './arriving-file.ts'
import { cleanPdfName } from './file-name.ts'
import { createUploadStore } from './upload-store.ts'

/** A file that has arrived and is stored, and that no row names yet. */
export interface ArrivedFile extends WrittenFile {
  key: string
  path: string
  name: string
  /** As it was uploaded, with the prefix of its language. */
  givenName: string
}

interface ArrivalOptions {
  db: Database
  files: FileStore
  clock: Clock
}

// How often an upload that moves on says so, in milliseconds.
const signOfLife = 30_000

/** Stores files as they arrive. What is not finished leaves nothing behind. */
export function createArrivals({ db, files, clock }: ArrivalOptions) {
  const uploads = createUploadStore(db)

  /** Removes a file that became part of no document. */
  async function discard(key: string): Promise<void> {
    for await (const { name } of files.list(`documents/${key}/`)) await files.remove(name)
    await uploads.end(key)
  }

  return {
    discard,

    /** Says that a file which has arrived is still waited for. */
    touch: (key: string) => uploads.touch(key, clock.now()),

    /**
     * Stores a file as it arrives. @throws {Problem} 415 for what is no PDF, 507 for what does not fit; and whatever the
     * source throws
     */
    async receive(givenName: string, source: AsyncIterable<Uint8Array>): Promise<ArrivedFile> {
      if (!/\.pdf$/i.test(givenName)) throw new Problem('document_type', 415)
      const key = randomUUID()
      const path = `documents/${key}/file.pdf`
      await uploads.begin(key, clock.now())
      try {
        const onArrival = () => uploads.touch(key, clock.now())
        const watched = watchArrival(requirePdf(source), { every: signOfLife, onArrival })
        const written = await files.write(path, watched)
        return { ...written, key, path, givenName, name: cleanPdfName(givenName) }
      } catch (error) {
        // What cannot be removed now is found as an upload that has broken off.
        await discard(key).catch(() => {})
        throw error
      }
    },

    /** Removes what is left of uploads that broke off with their process. */
    async removeBroken(): Promise<void> {
      for (const key of await uploads.listBroken(clock.now())) await discard(key)
    },
  }
}
