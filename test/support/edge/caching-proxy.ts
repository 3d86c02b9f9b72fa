import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpClient, type Reply } from '../http-client.ts'

interface Copy {
  keys: string[]
  revision: number
  /** The names of the request headers it varies by, and their values. */
  varies: [name: string, value: string][]
  reply: Reply
}

const token = 'a-token-that-only-the-tests-know'

/**
 * A small cache that does what our configuration of Varnish does: it keeps what `CDN-Cache-Control` allows, by what it varies
 * by, takes no copy of an older revision than its keys have, and forgets copies by their keys.
 */
export async function startCachingProxy() {
  const copies = new Map<string, Copy[]>()
  const revisions = new Map<string, number>()
  /** The keys of each purge that it has done. */
  const purged: string[] = []
  const control = {
    /** Where the product is. */
    origin: '',
    /** What it answers to purges instead of doing them; 0 for nothing at all. */
    fault: undefined as number | undefined,
    /** Waited for between the answer of the product and its storing. */
    beforeStoring: async () => {},
    /** Waited for before a purge is done. */
    beforePurging: async () => {},
  }

  function purge({ headers }: IncomingMessage): number {
    const [key, revision] = [String(headers['xkey-purge']), Number(headers['x-site-revision'])]
    if (headers.authorization !== `Bearer ${token}`) return 403
    if (control.fault !== undefined) return control.fault
    revisions.set(key, Math.max(revision, revisions.get(key) ?? 0))
    for (const [url, list] of copies)
      copies.set(
        url,
        list.filter(({ keys }) => !keys.includes(key)),
      )
    purged.push(key)
    return 200
  }

  async function fetchCopy(url: string, headers: IncomingHttpHeaders): Promise<Reply> {
    const { host: _host, connection: _connection, ...rest } = headers
    const asked = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    const reply = await createHttpClient(control.origin)(url, { headers: asked })
    await control.beforeStoring()
    const copy = copyOf(reply, headers)
    const isStale = copy?.keys.some((key) => copy.revision < (revisions.get(key) ?? 0))
    if (copy && !isStale) copies.set(url, [...(copies.get(url) ?? []), copy])
    return reply
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = request
    if (method === 'PURGE') {
      await control.beforePurging()
      const status = purge(request)
      if (status === 0) response.destroy()
      else response.writeHead(status).end()
      return
    }
    const found = copies
      .get(url)
      ?.find(({ varies }) => varies.every(([name, value]) => headerOf(headers, name) === value))
    const reply = found?.reply ?? (await fetchCopy(url, headers))
    const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = reply.headers
    response.writeHead(reply.status, { ...kept, 'x-cache': found ? 'hit' : 'miss' }).end(reply.bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url, purged, control },
    /** What the product needs to know of it. */
    env: { EDGE_CACHE: 'varnish', EDGE_CACHE_URL: url, EDGE_CACHE_TOKEN: token },
    visit: createHttpClient(url),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const headerOf = (headers: IncomingHttpHeaders, name: string) => String(headers[name.toLowerCase()] ?? '')

/** What may be kept of a reply. */
function copyOf(reply: Reply, asked: IncomingHttpHeaders): Copy | undefined {
  const { vary = '', xkey, 'set-cookie': cookie, 'x-site-revision': revision } = reply.headers
  if (!/max-age=[1-9]/.test(String(reply.headers['cdn-cache-control'] ?? '')) || cookie || vary === '*')
    return
  return {
    keys: String(xkey).split(' '),
    revision: Number(revision),
    varies: vary.split(/, */).map((name) => [name, headerOf(asked, name)]),
    reply,
  }
}
