import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createHttpClient, type Send } from './http-client.ts'

/** The built server, which `npm start` runs. It starts in half the time of the sources. */
const builtServer = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** A real process of the product. */
export interface ServerProcess {
  url: string
  pid: number
  send: Send
  /** Its output so far. */
  output(): string
  /** Sends a signal and waits until the process has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): Promise<{ code: number | null; signal: string | null }>
  pause(): void
  resume(): void
}

/** Runs the server until it ends, as when it cannot start. */
export async function runMain(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnMain(env)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

interface StartOptions {
  /** How many files it may have open. */
  openFiles?: number
}

/** Starts the product as an operator would, on a free port unless `PORT` is given, and waits until it is ready. */
export async function startServerProcess(
  env: Record<string, string>,
  options: StartOptions = {},
): Promise<ServerProcess> {
  const server = await beginServerProcess(env, options)
  await server.ready()
  return server
}

/** The same, without waiting. */
export async function beginServerProcess(
  env: Record<string, string>,
  options: StartOptions = {},
): Promise<ServerProcess & { ready(): Promise<void> }> {
  const port = env.PORT ?? (await findFreePort())
  const { child, output } = spawnMain({ HOST: '127.0.0.1', ...env, PORT: String(port) }, options)
  const url = `http://127.0.0.1:${port}`
  const send = createHttpClient(url)
  const closed = once(child, 'close') as Promise<[number | null, string | null]>

  async function ready(): Promise<void> {
    for (const start = performance.now(); ; await sleep(10)) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${output()}`)
      if (performance.now() - start > 60_000) {
        child.kill('SIGKILL')
        throw new Error(`the server did not become ready: ${output()}`)
      }
      const status = await send('/readyz').then(
        (reply) => reply.status,
        () => 0,
      )
      // The greeting was written before it was ready, but may arrive later.
      if (status === 200 && /is open at|works in the background/.test(output())) return
    }
  }

  return {
    ready,
    url,
    pid: child.pid ?? 0,
    send,
    output,
    async end(signal) {
      child.kill(signal)
      const [code, endedBy] = await closed
      return { code, signal: endedBy }
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  }
}

const running = new Set<ChildProcess>()
// A test that fails half-way must not leave a server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function spawnMain(env: Record<string, string>, { openFiles }: StartOptions = {}) {
  // Nothing of the environment of the tests except where programs are, compiled ones included.
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const inherited = { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
  const command = [process.execPath, '--expose-gc', builtServer]
  const limited = ['/bin/sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command]
  const [program = '', ...parameters] = openFiles === undefined ? command : limited
  const child = spawn(program, parameters, {
    env: {
      ...inherited,
      LOG_LEVEL: 'warn',
      API_RATE_LIMIT: '0',
      PAGE_RATE_LIMIT: '0',
      VIEW_RATE_LIMIT: '0',
      PAGE_COMPRESSION: '5',
      SIGN_UP_LIMIT: '0',
      STOP_DELAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  return { child, output: () => text }
}

/** A port that nothing listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
