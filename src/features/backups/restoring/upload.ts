import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { watchManifest } from '#features/backups/archive/manifest-watch.ts'
import { BackupDetails } from '#features/backups/contract.ts'
import { contentsOf } from '#features/backups/making/contents.ts'
import { backupPermissions } from '#features/backups/permissions.ts'
import type { BackupStock } from '#features/backups/stock.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'

/** How an archive of age begins. */
const encryptedStart = 'age-encryption.org/v1'
/** Where the header of a tar says that it is one. */
const tarMark = { at: 257, text: 'ustar' }
const enough = tarMark.at + tarMark.text.length

/** Takes archives that were brought from elsewhere. */
export const archiveUploadRoutes = ({ stock }: { stock: BackupStock }) =>
  defineRoutes(async (server) => {
    await server.scope(async (forms) => {
      await registerArchives(forms.instance)

      forms.post(
        '/api/restores/archives',
        {
          config: {
            access: backupPermissions.restore,
            expects: 'multipart/form-data',
            // Gigabytes over a slow line.
            bodySeconds: 60 * 60,
            isLong: true,
            refusals: {
              400: ['form_unreadable'],
              415: ['backup_type'],
              422: ['validation_failed'],
              507: ['storage_full', 'disk_full'],
            },
          },
          schema: {
            tags: ['Backups'],
            operationId: 'uploadBackup',
            summary: 'Upload a backup of this or another installation, in a form field "file"',
            description:
              'It is stored where backups are kept, and checked as a whole when it is restored. Until then, `contents` is what it says of itself; null of an encrypted one.',
            consumes: ['multipart/form-data'],
            response: { 201: BackupDetails },
          },
        },
        async (request, reply) => {
          const id = await receive(request, stock)
          const backup = await stock.find(id)
          if (!backup) throw new Problem('backup_not_found', 404)
          describeAction(request, { backup: id })
          return reply.status(201).send(backup)
        },
      )
    })
  })

async function registerArchives(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  await server.register(multipart, {
    throwFileSizeLimit: false,
    // As much as there is room for: the place where it is kept refuses what does not fit.
    limits: { files: 1, fileSize: Number.MAX_SAFE_INTEGER, fields: 0, parts: 1 },
  })
}

/** Stores the file of a form while it arrives. @throws {Problem} 400, 415, 422, 507 */
async function receive(request: FastifyRequest, stock: BackupStock): Promise<string> {
  let id: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const { first, all } = await readStart(part.file)
      const { bytes, find } = watchManifest(all)
      id = await stock.add(bytes, {
        isEncrypted: isEncrypted(first),
        async findContents() {
          // An encrypted one says nothing of itself.
          const manifest = await find()
          return manifest ? contentsOf(manifest) : null
        },
      })
    }
  } catch (error) {
    throw isFromParser(error) ? new Problem('form_unreadable', 400) : error
  }
  if (id === undefined)
    throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  return id
}

/** @throws {Problem} 415 for what is plainly no archive */
function isEncrypted(first: Buffer): boolean {
  if (first.toString('latin1', 0, encryptedStart.length) === encryptedStart) return true
  if (first.toString('latin1', tarMark.at, enough) === tarMark.text) return false
  throw new Problem('backup_type', 415)
}

/** The first bytes of a stream, and all of them. */
async function readStart(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let length = 0; length < enough; ) {
    const { done, value } = await iterator.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  async function* all() {
    try {
      yield* chunks
      for (;;) {
        const { done, value } = await iterator.next()
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { first: Buffer.concat(chunks), all: all() }
}

/** What busboy says of a form, which has no code. */
const parserMessages =
  /^(Unexpected end of|The needle|Malformed|Multipart|Part terminated|Missing Content-Type|Unsupported content)/

/** Whether the parser or the connection has failed, and not the place where it is kept. */
function isFromParser(error: unknown): boolean {
  if (error instanceof Problem || !(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ABORT_ERR)/.test(code) || parserMessages.test(error.message)
  )
}
