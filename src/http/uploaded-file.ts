import type { FastifyRequest } from 'fastify'
import { Problem } from '#shared/problem.ts'

interface UploadedFile {
  filename: string
  bytes: Buffer
}

/**
 * Reads the file of a form, on a route where @fastify/multipart is registered with `throwFileSizeLimit: false`.
 * @throws {Problem} 400 for a form that cannot be read, 422 for one without a file, `tooBig` for a file beyond the limit
 */
export async function readUploadedFile(request: FastifyRequest, tooBig: Problem): Promise<UploadedFile> {
  let upload: UploadedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk)
      if (part.file.truncated) throw tooBig
      upload = { filename: part.filename, bytes: Buffer.concat(chunks) }
    }
  } catch (error) {
    // Whatever else the parser says is about the form: no boundary, cut off, more files than one.
    throw error === tooBig ? tooBig : new Problem('form_unreadable', 400)
  }
  if (!upload) throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  return upload
}
