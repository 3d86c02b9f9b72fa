import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { createBoundedQueue } from './bounded-queue.ts'

/**
 * A task for a worker thread. `file` is a module that exports `run(input)`; whatever goes in and out is copied by
 * structured clone. The built server runs it from the sources too, like the forked programs.
 */
export interface WorkerTask<Input, Output> {
  file: string
  /** Milliseconds that it may take, from its start in a thread. */
  limit: number
  /** Ties the types of `run` to the task; never called. */
  signature?: (input: Input) => Output
}

interface WorkerTaskOptions {
  /** Relative to the caller: `new URL('parse-worker.ts', import.meta.url)`. */
  file: URL
  limit?: number
}

/** Describes a task for the worker pool. `Run` is the type of what the module exports: `typeof run`. */
export function defineWorkerTask<Run extends (input: never) => unknown>({
  file,
  limit = 5_000,
}: WorkerTaskOptions): WorkerTask<Parameters<Run>[0], Awaited<ReturnType<Run>>> {
  return { file: fileURLToPath(file), limit }
}

/** A task has exceeded its limit of time or memory. Other tasks are not affected. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory', options?: ErrorOptions) {
    super(`a task in the worker pool exceeded its ${limit} limit`, options)
    this.name = 'WorkerLimitError'
    this.limit = limit
  }
}

/** Threads for work whose cost depends on untrusted input: a bounded number, each with limits, and none while idle. */
export interface WorkerPool {
  /**
   * Runs a task. Rejects with what its `run` throws, with `WorkerLimitError`, with `Problem('overloaded', 503)` when the
   * queue is full, or with the signal's reason. Aborting a task ends its thread.
   */
  run<Input, Output>(
    task: WorkerTask<Input, Output>,
    input: Input,
    options?: { signal?: AbortSignal },
  ): Promise<Output>
  /** Ends all threads; running and waiting tasks are rejected. */
  close(): Promise<void>
}

interface WorkerPoolOptions {
  /** Threads at the same time. */
  maxThreads?: number
  /** Tasks that may wait for a thread. */
  maxWaiting?: number
  /** Milliseconds after which an idle thread is ended. */
  idleTimeout?: number
  /** Megabytes of JavaScript objects that a thread may hold. */
  memoryLimit?: number
}

/** Creates the pool. Neither its library nor a thread is loaded before the first task. */
export function createWorkerPool({
  maxThreads = 2,
  maxWaiting = 40,
  idleTimeout = 3_000,
  memoryLimit = 96,
}: WorkerPoolOptions = {}): WorkerPool {
  const queue = createBoundedQueue({ concurrency: maxThreads, maxWaiting })
  const running = new Set<AbortController>()
  let loading: Promise<Piscina> | undefined
  let closedBecause: Error | undefined

  async function load(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const piscina = new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout,
      // A thread that waits in Atomics.wait would not run its own timers and clean-up.
      atomics: 'disabled',
      recordTiming: false,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
      // Workers must not have the server's secrets or flags.
      env: {},
      execArgv: [],
    })
    // A thread that fails without a task; the next task starts another.
    piscina.on('error', () => {})
    return piscina
  }

  async function runNow<Input, Output>(
    { file, limit }: WorkerTask<Input, Output>,
    input: Input,
    signal: AbortSignal | undefined,
  ): Promise<Output> {
    loading ??= load()
    const piscina = await loading
    signal?.throwIfAborted()
    if (closedBecause) throw closedBecause
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(() => controller.abort(new WorkerLimitError('time')), limit)
    running.add(controller)
    try {
      return await piscina.run(input, { filename: file, name: 'run', signal: controller.signal })
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason
      if (isOutOfMemory(error)) throw new WorkerLimitError('memory', { cause: error })
      throw error
    } finally {
      clearTimeout(timer)
      running.delete(controller)
      signal?.removeEventListener('abort', abort)
    }
  }

  return {
    run: (task, input, { signal } = {}) => queue.run(() => runNow(task, input, signal), signal),
    async close() {
      closedBecause = new Error('the worker pool is closed')
      queue.close(closedBecause)
      for (const controller of running) controller.abort(closedBecause)
      await (await loading)?.destroy()
    },
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
