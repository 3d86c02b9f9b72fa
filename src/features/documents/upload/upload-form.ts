import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UploadFields } from '#features/documents/contract.ts'
import { refusedFields } from '#http/problem-details.ts'
import { Problem } from '#shared/problem.ts'
import type { ArrivedFile } from './arrivals.ts'
import type { Uploads } from './uploads.ts'

/** Bytes that the fields of a form add to its file. */
const formSize = 64 * 1024
// A description may have four bytes a character.
const longestField = 16 * 1024

/** Registers the reading of forms with a file; the limit of the file is that of the settings when it arrives. */
export async function registerUploads(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 12, fieldSize: longestField, parts: 13 },
  })
}

interface ReadForm<Fields> {
  file: ArrivedFile
  fields: Fields
}

/**
 * Reads a form: its fields and its file, in any order; the file is stored while it arrives. Whatever is refused leaves
 * nothing, and is refused as soon as it is known: fields that come before the file keep it from being read.
 * @throws {Problem} 400 for a form that cannot be read, 413 beyond the limit, 415 for no PDF, 422 for refused fields
 */
export async function readUploadForm<Fields>(
  request: FastifyRequest,
  uploads: Uploads,
  readFields: (given: Record<string, string>) => Fields,
): Promise<ReadForm<Fields>> {
  const limit = uploads.sizeLimit()
  const tooBig = new Problem('document_too_big', 413, { params: { limit: limit / 1024 / 1024 } })
  if (Number(request.headers['content-length'] ?? 0) > limit + formSize) throw tooBig
  const given: Record<string, string> = {}
  let file: ArrivedFile | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: limit } })) {
      if (part.type === 'field') {
        given[part.fieldname] = String(part.value)
        continue
      }
      checkEarly(given)
      file = await uploads.receive(part.filename ?? '', withLimit(part.file, tooBig))
    }
    if (!file) throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
    return { file, fields: readFields(given) }
  } catch (error) {
    if (file) await uploads.discard(file.key)
    // Whatever else the parser says is about the form: no boundary, cut off, more files than one.
    throw isFromParser(error) ? new Problem('form_unreadable', 400) : error
  }
}

/** The fields of a new document. @throws {Problem} 422 */
export function readUploadFields(given: Record<string, string>): UploadFields {
  const result = UploadFields.safeParse(given)
  if (result.success) return result.data
  throw new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) })
}

/** Refuses what has come before the file; what is missing may come after it. */
function checkEarly(given: Record<string, string>): void {
  const result = UploadFields.safeParse(given)
  const issues = result.success ? [] : result.error.issues
  const refused = refusedFields(issues).filter(({ field }) => field in given)
  if (refused.length > 0) throw new Problem('validation_failed', 422, { fields: refused })
}

interface LimitedStream extends AsyncIterable<Uint8Array> {
  truncated: boolean
}

async function* withLimit(stream: LimitedStream, tooBig: Problem): AsyncGenerator<Uint8Array> {
  yield* stream
  if (stream.truncated) throw tooBig
}

/** What busboy says of a form, which has no code. */
const parserMessages =
  /^(Unexpected end of|The needle|Malformed|Multipart|Part terminated|Missing Content-Type|Unsupported content)/

/** Whether the parser or the connection has failed, and not the disk or the database. */
function isFromParser(error: unknown): boolean {
  if (error instanceof Problem || !(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return (
    /^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ABORT_ERR)/.test(code) || parserMessages.test(error.message)
  )
}
