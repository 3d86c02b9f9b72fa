// The process that renders a few pages of a restored backup, for the server that forked it: the product on another database,
// without work in the background, a port or the network.
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { createLog, messageOf } from './platform/log.ts'
import { createPageReader } from './platform/process/page-reader.ts'

interface Order {
  id: number
  databaseUrl: string
  dataDir: string
  config: Config
  secrets: readonly string[]
}

// How long a process that is overloaded is asked again, and how often, in milliseconds. Less than its whole time.
const patience = 90_000
const pause = 500
const languages = ['es', 'en', 'ar'] as const

process.on('message', async (order: Order) => {
  const answer = await prove(order).catch((error: unknown) => ({ failure: messageOf(error) }))
  process.send?.({ id: order.id, ...answer })
})

async function prove({ databaseUrl, dataDir, config, secrets }: Order): Promise<{ pages: string[] }> {
  const [secretKey, ...oldSecretKeys] = secrets
  const app = await buildApp({
    config: {
      ...config,
      http: { ...config.http, pageRateLimit: 0, pageCompression: 0 },
      data: { ...config.data, databaseUrl, dir: dataDir, objectStore: undefined },
      secrets: { secretKey, oldSecretKeys },
      mail: { ...config.mail, smtpUrl: undefined, bouncePort: undefined },
      chain: undefined,
    },
    log: createLog('silent'),
    clock: systemClock,
    ...{ databaseUrl, dataDir },
  })
  try {
    const read = createPageReader({ get: (url) => app.server.inject({ url }), patience, pause })
    const pages = languages.flatMap((language) => [`/${language}/`, `/${language}/privacy`])
    const document = findDocument(await read('/sitemap.xml'), config.http.publicUrl)
    if (document) pages.push(document)
    for (const page of pages) {
      const language = page.slice(1, 3)
      if (!new RegExp(`<html[^>]* lang="${language}`).test(await read(page)))
        throw new Error(`${page} is not a page in ${language}`)
    }
    return { pages }
  } finally {
    await app.close()
  }
}

/** The address of a document or, where there is none, of a guide. */
function findDocument(sitemap: string, publicUrl: string): string | undefined {
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  return addresses
    .map((address) => address.slice(publicUrl.length))
    .findLast((path) => /^\/\w\w\/docs\/./.test(path))
}
