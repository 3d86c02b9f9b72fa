// `npm run dev`: the product from its sources. Browsers load the admin and the islands from Vite, which updates changes in
// the open page; the product is restarted when a file it has loaded changes. Nothing is built.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { relative, resolve } from 'node:path'
import { createServer as createVite } from 'vite'
import { readProcessConfig } from '#config.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { readApiReference } from './api-reference.ts'
import { apiReferencePath, viteBase } from './dev/addresses.ts'
import { createProductProcess } from './dev/product-process.ts'
import { createProxy } from './dev/proxy.ts'

if (existsSync('.env')) process.loadEnvFile()
const { http, data, logLevel } = readProcessConfig()
// The database outlives the product's restarts.
const postgres = data.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: data.dir, log: createLog(logLevel) })

const server = createServer()
const vite = await createVite({
  appType: 'custom',
  base: viteBase,
  envDir: false,
  server: {
    middlewareMode: true,
    hmr: { server },
    allowedHosts: [new URL(http.publicUrl).hostname],
    watch: {
      ignored: ['dist', 'data', 'docs', 'bench', 'drills', 'e2e', 'test-results'].map((name) =>
        resolve(name, '**'),
      ),
    },
  },
  // Bundles the packages at the start; when a screen first imports one, that would reload the page.
  optimizeDeps: {
    entries: [
      'src/admin/main.tsx',
      'src/features/*/admin/screens.ts',
      'src/features/*/site/island.tsx',
      'src/features/*/site/*/island.ts',
    ],
  },
})

const port = await findFreePort()
const product = createProductProcess({
  env: {
    ...process.env,
    // Node's compile cache speeds up restarts.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
    STOP_DELAY: '0',
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: http.publicUrl },
    ...(postgres && { DATABASE_URL: postgres.url, DATA_DIR: postgres.dataDir }),
  },
  answer: (payload) =>
    vite.environments.ssr.hot.handleInvoke(
      payload as Parameters<typeof vite.environments.ssr.hot.handleInvoke>[0],
    ),
})
const proxy = createProxy({ port, isReady: product.isReady })

server.on('request', (request: IncomingMessage, response: ServerResponse) => {
  if (request.url === apiReferencePath) sendApiReference(response)
  else if (request.url?.startsWith(viteBase)) vite.middlewares(request, response)
  else void proxy(request, response)
})

let timer: NodeJS.Timeout | undefined
vite.watcher.on('all', (_event, path) => {
  const file = relative('', path)
  if (!needsRestart(file)) return
  clearTimeout(timer)
  // An editor writes several files at once.
  timer = setTimeout(() => {
    const start = performance.now()
    void product.restart()
    void product.isReady().then((isReady) => {
      if (isReady)
        console.log(`${file} changed: started again in ${Math.round(performance.now() - start)} ms`)
    })
  }, 50)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await product.close()
    await vite.close()
    await postgres?.stop()
    process.exit(0)
  })
}
server.listen(http.port, http.host)
await product.restart()

/** Whether a change of a file needs a restart of the product. */
function needsRestart(file: string): boolean {
  if (/^(locales|migrations)\//.test(file)) return true
  if (!file.startsWith('src/') || file.includes('.test.')) return false
  if (product.hasLoaded(file)) return true
  const isIn = (name: 'client' | 'ssr') =>
    (vite.environments[name]?.moduleGraph.getModulesByFile(resolve(file))?.size ?? 0) > 0
  // A file that neither has loaded, such as a worker's or a new one, is the server's unless it is markup or styles.
  return isIn('ssr') || (!isIn('client') && !/\.(tsx|css)$/.test(file))
}

async function sendApiReference(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(await readApiReference())
}

async function findFreePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}
