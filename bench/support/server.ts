import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { variables } from '#environment.ts'
import { LoginResponse } from '#features/accounts/contract.ts'
import packageJson from '../../package.json' with { type: 'json' }

const children = new Set<ChildProcess>()
// No process is left running, however the measurement ends.
process.once('exit', () => {
  for (const child of children) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const project = fileURLToPath(new URL('../..', import.meta.url))
/** The admin that signs in. */
export const username = 'admin'
export const password = 'a password for measuring'

/** A process of the product with its own port and data folder. */
export interface RunningServer extends AsyncDisposable {
  url: string
  pid: number
  dataDir: string
  /** The port of its inspector, if enabled. */
  inspectorPort: number | undefined
  /** Milliseconds from the start of the process to its first page. */
  startedIn: number
  /** The embedded PostgreSQL. */
  databaseUrl(): Promise<string>
  /** The token of a fresh sign-in. */
  signIn(): Promise<string>
}

interface Options {
  dataDir: string
  databaseUrl?: string
  /** The path of another Node than that of this process. */
  node?: string
  /** Opens Node's inspector, to measure the heap. */
  inspect?: boolean
  /** Further settings. */
  env?: Record<string, string>
}

/** Starts the product and waits for its first page. Its disposal stops it as an operator would. */
export async function startServer({
  dataDir,
  databaseUrl,
  node = process.execPath,
  inspect = false,
  env = {},
}: Options): Promise<RunningServer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const inspectorPort = inspect ? await findFreePort() : undefined
  const flags = inspectorPort ? [`--inspect=127.0.0.1:${inspectorPort}`] : []
  const begun = performance.now()
  const child = spawn(node, [...flags, ...startArguments()], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // Settings of the runtime from `npm start` are passed on; settings of the product are not.
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in variables))),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD: password,
      API_RATE_LIMIT: '0',
      PAGE_RATE_LIMIT: '0',
      VIEW_RATE_LIMIT: '0',
      SIGN_UP_LIMIT: '0',
      STOP_DELAY: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  keep(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
  }
  // A worker has no pages.
  await waitForPage(`${url}${env.ROLE === 'worker' ? '/readyz' : '/es/'}`, child, () => said)
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    inspectorPort,
    startedIn: performance.now() - begun,
    databaseUrl: () => readDatabaseUrl(dataDir),
    async signIn() {
      const body = new URLSearchParams({ username, password })
      const response = await fetch(`${url}/api/auth/login`, { method: 'POST', body })
      return LoginResponse.parse(await response.json()).access_token
    },
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** A data folder that is deleted when it is disposed of. */
export async function makeDataDir(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'firmeza-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** The product on a new data folder. */
export async function startFreshServer(options: Omit<Options, 'dataDir'> = {}): Promise<RunningServer> {
  const folder = await makeDataDir()
  const server = await startServer({ ...options, dataDir: folder.path })
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** A free port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port could be had')
  return address.port
}

/** Kills a child when this process ends. */
export function keep(child: ChildProcess): void {
  children.add(child)
  child.once('exit', () => children.delete(child))
}

/** Ends a child as an operator would, and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function waitForPage(url: string, child: ChildProcess, said: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 200) return
    await sleep(5)
  }
  throw new Error(`the server did not start (is it built? npm run build):\n${said()}`)
}

/** The arguments of Node in `npm start`: its flags and the built server. */
function startArguments(): string[] {
  const [, given = ''] = packageJson.scripts.start.match(/ --built .*\$\(.*\) (.+)$/) ?? []
  if (!given) throw new Error('the start script of package.json is not what it was')
  return given.split(' ')
}

async function readDatabaseUrl(dataDir: string): Promise<string> {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const socketFolder = encodeURIComponent(lines[4] ?? '')
  return `postgres://firmeza@localhost:${lines[3]}/firmeza?host=${socketFolder}&sslmode=disable`
}
