import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { documentPath, isSlug } from '#features/documents/model.ts'
import { createVersionStore } from '#features/documents/version-store.ts'
import { readRange } from '#http/files/byte-range.ts'
import { contentDisposition } from '#http/files/content-disposition.ts'
import { sendFile } from '#http/files/send-file.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { DownloadCounter } from './download-counter.ts'
import type { FileLinks, LinkQuery } from './file-links.ts'
import { readingHeader } from './model.ts'
import type { PublishedFiles } from './published-files.ts'

export interface FileRouteOptions {
  db: Database
  files: FileStore
  published: PublishedFiles
  links: FileLinks
  clock: Clock
  publicUrl: string
  countDownload: DownloadCounter['count']
}

const bySlug = z.object({
  file: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*\.pdf$/)
    .max(120),
})
const byOwner = z.object({
  owner: z.string().max(100),
  file: z.string().regex(/^[a-z0-9-]{1,40}\.(pdf|webp)$/),
})
const linkQuery = z.object({ until: z.string().max(20).optional(), code: z.string().max(64).optional() })

/** A document is read in a page of its own that may do nothing here, whatever a program makes of the file. */
const isolation = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
/** Asked for each time: what is no longer published is gone at once. */
const whilePublished = 'public, no-cache'
/** How long the store itself serves a file to whoever was sent there, in seconds. */
const addressedFor = 300

/** The files of documents: the public ones for everyone, all others for whoever has a link of the panel. */
export const documentFileRoutes = (options: FileRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/files/:file',
      { config: { access: 'public' }, schema: { hide: true, params: bySlug } },
      (request, reply) => sendPublished(options, request, reply, request.params.file.replace(/\.pdf$/, '')),
    )

    server.get(
      '/files/:owner/:file',
      { config: { access: 'public' }, schema: { hide: true, params: byOwner, querystring: linkQuery } },
      (request, reply) => {
        const { owner, file } = request.params
        return z.uuid().safeParse(owner).success
          ? sendLinked(options, request, reply, { key: owner, file, query: request.query })
          : sendPicture(options, request, reply, { owner, file })
      },
    )
  })

/** The file of a public document. @throws {Problem} 404 */
async function sendPublished(
  { published, files, publicUrl, countDownload }: FileRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
) {
  const document = (await published.find(address))?.document
  if (!document) throw new Problem('not_found', 404)
  const type = 'application/pdf'
  const disposition = contentDisposition('inline', document.originalFilename)
  const { client: network, headers } = request
  const isReader = headers[readingHeader] !== undefined
  // Whoever asks for the beginning reads the file; its other parts belong to that.
  const noteReading = (range: ReturnType<typeof readRange>) => {
    if (isReader || (range !== undefined && (range === 'unsatisfiable' || range.start > 0))) return
    countDownload({ documentId: document.id, network, userAgent: headers['user-agent'] ?? '' })
  }
  // The reader in our page asks nobody else.
  if (files.findAddress && request.method === 'GET' && !isReader) {
    noteReading(readRange(headers.range, document.fileSize))
    const there = await files.findAddress(document.filePath, { type, disposition, seconds: addressedFor })
    return reply.header('cache-control', 'no-store').redirect(there, 302)
  }
  reply.headers({
    'content-disposition': disposition,
    'content-security-policy': isolation,
    'cache-control': whilePublished,
    link: `<${publicUrl}/${document.mappedLanguage ?? sourceLanguage}${documentPath(document.slug)}>; rel="canonical"`,
  })
  return sendFile(request, reply, {
    ...{ size: document.fileSize, modifiedAt: document.fileModifiedAt, type },
    etag: `"${document.fileDigest}"`,
    open(range) {
      noteReading(range)
      return files.open(document.filePath, range)
    },
  })
}

/** A picture of a page of a public document. @throws {Problem} 404 */
async function sendPicture(
  { published, files }: FileRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, file }: { owner: string; file: string },
) {
  const document = isSlug(owner) ? (await published.find(owner))?.document : undefined
  const name = document?.filePath.replace(/[^/]+$/, file)
  const facts = name && file.endsWith('.webp') ? await files.find(name) : undefined
  if (!document || !name || !facts) throw new Problem('not_found', 404)
  reply.headers({ 'cache-control': whilePublished, 'content-security-policy': isolation })
  return sendFile(request, reply, {
    ...{ ...facts, type: 'image/webp' },
    etag: `"${document.fileDigest.slice(0, 24)}-${file}"`,
    open: (range) => files.open(name, range),
  })
}

/** A file that a link of the panel leads to. @throws {Problem} 404 */
async function sendLinked(
  { db, files, links, clock }: FileRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, file, query }: { key: string; file: string; query: LinkQuery },
) {
  const isValid = links.isValid(`/files/${key}/${file}`, query, clock.now())
  const version = isValid ? await createVersionStore(db).findByKey(key) : undefined
  const name = `documents/${key}/${file}`
  const facts = version && (await files.find(name))
  if (!version || !facts) throw new Problem('not_found', 404)
  reply.headers({
    'content-disposition': contentDisposition('inline', version.originalFilename),
    'content-security-policy': isolation,
    'cache-control': 'private, max-age=21600, immutable',
  })
  return sendFile(request, reply, {
    ...{ ...facts, type: file.endsWith('.pdf') ? 'application/pdf' : 'image/webp' },
    etag: `"${key}-${file}"`,
    open: (range) => files.open(name, range),
  })
}
