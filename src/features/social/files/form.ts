import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'
import type { SocialFile } from './contract.ts'
import type { ArrivingFile } from './files.ts'
import { fileSizeLimits } from './model.ts'

/** Bytes that the fields of a form add to its file: the longest text has four bytes a character. */
const formSize = 512 * 1024

/** Registers the reading of forms with a file. */
export async function registerForms(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: fileSizeLimits.video, fields: 12, fieldSize: formSize, parts: 13 },
  })
}

/**
 * Reads a form; its file is stored while it arrives, by `add`. @throws {Problem} 400 for a form that cannot be read, 413 beyond the
 * limit, and whatever `add` throws
 */
export async function readForm(
  request: FastifyRequest,
  add: (file: ArrivingFile) => Promise<SocialFile>,
): Promise<{ fields: Record<string, string>; file: SocialFile | undefined }> {
  const limit = fileSizeLimits.video
  if (Number(request.headers['content-length'] ?? 0) > limit + formSize)
    throw new Problem('social_file_too_big', 413, { params: { limit: limit / 1024 / 1024 } })
  const fields: Record<string, string> = {}
  let file: SocialFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.filename) file = await add({ name: part.filename, source: part.file })
      else part.file.resume()
    }
  } catch (error) {
    // Whatever the parser says is about the form: no boundary, cut off, more files than one.
    throw isFromParser(error) ? new Problem('form_unreadable', 400) : error
  }
  return { fields, file }
}

/** What busboy says of a form, which has no code. */
const parserMessages =
  /^(Unexpected end of|The needle|Malformed|Multipart|Part terminated|Missing Content-Type|Unsupported content)/

/** Whether the parser or the connection has failed, and not the disk or the database. */
function isFromParser(error: unknown): boolean {
  if (error instanceof Problem || !(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    /^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ABORT_ERR)/.test(code) || parserMessages.test(error.message)
  )
}
