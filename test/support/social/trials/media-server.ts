import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postFile } from '../protocol/post-file.ts'

type FileOptions = Omit<NonNullable<Parameters<typeof postFile>[0]>, 'url' | 'read' | 'content'>

/** The part of a product that gives files of posts to platforms. */
export interface MediaServer {
  /** A file of random bytes, which is served under an address that cannot be guessed. */
  file(options?: FileOptions): ReturnType<typeof postFile>
  /** A file whose address answers 404. */
  missing(): ReturnType<typeof postFile>
  /** How often files were fetched. */
  fetched: string[]
  close(): Promise<void>
}

/** Starts a server that serves files of posts on a free port. */
export async function startMediaServer(): Promise<MediaServer> {
  const files = new Map<string, { type: string; bytes: Buffer }>()
  const fetched: string[] = []
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    fetched.push(request.url ?? '')
    if (file) response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  function file(options: FileOptions = {}) {
    const content = randomBytes(options.size ?? 1_000)
    const path = `/media/${randomBytes(12).toString('hex')}`
    const made = postFile({ ...options, content, url: () => origin + path })
    files.set(path, { type: made.type, bytes: content })
    return made
  }
  return {
    file,
    missing() {
      const address = `${origin}/media/${randomBytes(12).toString('hex')}`
      return { ...file(), url: () => address }
    },
    fetched,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
