import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createBoundedQueue } from './bounded-queue.ts'

/** A program that handles orders one by one in a child process, which runs only while there are orders. */
export interface ForkedProcess<Order extends object, Answer extends object> {
  /**
   * Handles an order, within a limit of its own where one is given. Rejects with `ForkedProcessError` when it fails, and with
   * `Problem('overloaded', 503)` when too many wait.
   */
  ask(order: Order, limit?: number): Promise<Answer>
  /** Ends the process; orders under way are rejected. */
  close(): void
}

interface ForkedProcessOptions {
  /** The program's file. It receives `{ id, ...order }` and sends `{ id, ...answer }` or `{ id, failure }`. */
  program: string
  /** Its whole environment: it must not have the server's secrets. */
  env?: Record<string, string>
  /** Node's flags; those of the server are not passed on. */
  flags?: string[]
  /** Milliseconds after which an idle process is ended. */
  idleTimeoutMs?: number
  /** Milliseconds that one order may take, with the start of the process included. */
  limit?: number
  /** Orders that may wait for their turn. */
  maxWaiting?: number
  /** Megabytes that the process may use, native memory included. Enforced on Linux. */
  memoryLimit?: number
  /** Its name in errors. */
  title: string
}

/** Makes the C library return free memory at once, as tools/run.sh does for the server. */
const memoryEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}

type Reason = 'failure' | 'late' | 'memory' | 'ended'

/** Why an order failed: the program said so, it took too much time or memory, or the process ended. */
export class ForkedProcessError extends Error {
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.name = 'ForkedProcessError'
    this.reason = reason
  }
}

interface Pending<Answer> {
  id: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * Runs work in a child process that is started when needed: libraries that only some requests need would double the
 * memory of the server, and a crash in them must not end it. The process has one order at a time and the others wait here, so
 * that ending the process affects one order only.
 */
export function createForkedProcess<Order extends object, Answer extends object>({
  program,
  env = {},
  flags = [],
  idleTimeoutMs = 5_000,
  limit = 20_000,
  maxWaiting = 40,
  memoryLimit,
  title,
}: ForkedProcessOptions): ForkedProcess<Order, Answer> {
  const queue = createBoundedQueue({ concurrency: 1, maxWaiting })
  let child: ChildProcess | undefined
  let current: Pending<Answer> | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  function start(): ChildProcess {
    const started = forkProgram(program, env, flags)
    started.on('message', (reply: { id: number } & (Answer | { failure: string })) => {
      if (current?.id !== reply.id) return
      if ('failure' in reply) current.reject(new ForkedProcessError('failure', `${title}: ${reply.failure}`))
      else current.resolve(reply)
    })
    const giveUp = (reason: Reason, message: string) => {
      if (child !== started) return
      child = undefined
      current?.reject(new ForkedProcessError(reason, message))
    }
    started.on('error', (error) => giveUp('failure', `${title} could not be started: ${error.message}`))
    started.on('exit', (code, signal) => giveUp('ended', `${title} ended (${signal ?? code})`))
    return started
  }

  function letGo(signal?: 'SIGKILL'): void {
    const ending = child
    child = undefined
    ending?.kill(signal)
  }

  async function askNow(order: Order, time: number): Promise<Answer> {
    clearTimeout(idle)
    child ??= start()
    const asked = child
    asked.unref()
    asked.channel?.unref()
    const id = ++count
    const timers: NodeJS.Timeout[] = []
    try {
      return await new Promise<Answer>((resolve, reject) => {
        current = { id, resolve, reject }
        const end = (reason: Reason, message: string) => {
          reject(new ForkedProcessError(reason, message))
          letGo('SIGKILL')
        }
        timers.push(setTimeout(() => end('late', `${title} took too long`), time))
        const exceeded = () => end('memory', `${title} took too much memory`)
        if (memoryLimit && asked.pid) timers.push(watchMemory(asked.pid, memoryLimit, exceeded))
        asked.send({ id, ...order }, (error) => {
          if (error) reject(new ForkedProcessError('ended', `${title} was not reached: ${error.message}`))
        })
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
      current = undefined
      idle = setTimeout(letGo, idleTimeoutMs).unref()
    }
  }

  return {
    ask: (order, time = limit) => queue.run(() => askNow(order, time)),

    close() {
      const reason = new Error('the server stops')
      queue.close(reason)
      current?.reject(reason)
      clearTimeout(idle)
      letGo()
    },
  }
}

function forkProgram(program: string, env: Record<string, string>, flags: string[]): ChildProcess {
  return fork(program, [], {
    env: { ...memoryEnvironment, ...env },
    execArgv: flags,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/**
 * Calls `exceeded` once the process uses more memory than allowed. Decoding pictures takes native memory, which V8's limits
 * do not cover, and RLIMIT_AS and RLIMIT_DATA also count the gigabytes that V8 reserves and never uses.
 */
function watchMemory(pid: number, megabytes: number, exceeded: () => void): NodeJS.Timeout {
  return setInterval(() => {
    if (readResidentMemory(pid) > megabytes * 1024) exceeded()
  }, 40)
}

/** The resident memory of a process in kilobytes; 0 where there is no /proc. */
function readResidentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
