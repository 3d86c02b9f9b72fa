import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FromProduct, ToProduct } from './messages.ts'

interface Options {
  env: NodeJS.ProcessEnv
  /** Answers the product's module runner. */
  answer: (payload: unknown) => Promise<ToProduct['answer']>
}

// The time limit for running requests while the product stops, in milliseconds.
const stopTimeout = 1_000

/** Runs the product in a child process and restarts it. */
export function createProductProcess({ env, answer }: Options) {
  const loaded = new Set<string>()
  let child: ChildProcess | undefined
  let state = Promise.withResolvers<boolean>()
  let restarting: Promise<void> | undefined
  let isStale = false
  let isClosed = false

  function start(): void {
    const product = spawn(process.execPath, [fileURLToPath(new URL('product.ts', import.meta.url))], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Outside the terminal's process group: on Ctrl-C, the development server stops the product.
      detached: true,
    })
    child = product
    product.on('message', async (message: FromProduct) => {
      if (message.kind === 'loaded') loaded.add(message.file)
      else if (message.kind === 'ready') settle(product, true)
      else {
        const reply: ToProduct = { id: message.id, answer: await answer(message.payload) }
        if (product.connected) product.send(reply, () => {})
      }
    })
    product.once('exit', () => settle(product, false))
  }

  function settle(product: ChildProcess, isReady: boolean): void {
    // Messages of a product that is being stopped do not apply to the next.
    if (child === product && !isStale) state.resolve(isReady)
  }

  async function stop(): Promise<void> {
    const product = child
    child = undefined
    if (!product || product.exitCode !== null || product.signalCode !== null) return
    const ended = once(product, 'exit')
    product.kill('SIGTERM')
    const timer = setTimeout(() => product.kill('SIGKILL'), stopTimeout)
    await ended
    clearTimeout(timer)
  }

  async function startAgain(): Promise<void> {
    while (isStale) {
      isStale = false
      await stop()
      if (!isClosed) start()
    }
  }

  return {
    /** Whether the product has loaded a file, by its path in the project. */
    hasLoaded: (file: string) => loaded.has(file),
    /** Resolves with true once the product is ready, and with false when it could not start. */
    isReady: () => state.promise,
    restart(): Promise<void> {
      isStale = true
      const next = Promise.withResolvers<boolean>()
      state.resolve(next.promise)
      state = next
      restarting ??= startAgain().finally(() => {
        restarting = undefined
      })
      return restarting
    },
    /** Stops it for good. */
    close(): Promise<void> {
      isClosed = true
      return stop()
    },
  }
}
