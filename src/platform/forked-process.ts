import { type ChildProcess, fork } from 'node:child_process'

/** A program that answers orders one by one in a process of its own, which is there only while it has something to do. */
export interface ForkedProcess<Order extends object, Answer extends object> {
  ask(order: Order): Promise<Answer>
  /** Lets the process go; what is under way is refused. */
  close(): void
}

interface ForkedProcessOptions {
  /** The file that is run. It gets `{ id, ...order }` and sends `{ id, ...answer }` or `{ id, failure }`. */
  program: string
  /** Its whole environment: neither the server's secrets nor its flags are its business. */
  env?: Record<string, string>
  /** Milliseconds for which the process waits for more to do. */
  patience?: number
  /** Milliseconds that one order may take, the start of the process included. */
  limit?: number
  /** What it is called in errors. */
  title: string
}

interface Pending<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * Runs work in a child process that comes and goes: libraries that only some requests need would double what the server
 * holds in memory, and a fault in them must not end it.
 */
export function createForkedProcess<Order extends object, Answer extends object>({
  program,
  env = {},
  patience = 5_000,
  limit = 20_000,
  title,
}: ForkedProcessOptions): ForkedProcess<Order, Answer> {
  const orders = new Map<number, Pending<Answer>>()
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let count = 0

  function start(): ChildProcess {
    const started = fork(program, [], {
      env,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (reply: { id: number } & (Answer | { failure: string })) => {
      const order = orders.get(reply.id)
      if ('failure' in reply) order?.reject(new Error(`${title}: ${reply.failure}`))
      else order?.resolve(reply)
    })
    const giveUp = (reason: string) => {
      if (child !== started) return
      child = undefined
      refuseAll(reason)
    }
    started.on('error', (error) => giveUp(`${title} could not be started: ${error.message}`))
    started.on('exit', (code, signal) => giveUp(`${title} ended (${signal ?? code})`))
    return started
  }

  function refuseAll(reason: string): void {
    for (const order of orders.values()) order.reject(new Error(reason))
  }

  function letGo(): void {
    const process = child
    child = undefined
    process?.kill()
  }

  return {
    ask(order) {
      clearTimeout(idle)
      child ??= start()
      const process = child
      // Whoever waits for the answer keeps the server running; the process alone does not.
      process.unref()
      process.channel?.unref()
      const id = ++count
      return new Promise<Answer>((resolve, reject) => {
        const late = setTimeout(() => {
          orders.get(id)?.reject(new Error(`${title} took too long`))
          process.kill('SIGKILL')
        }, limit)
        const finish = () => {
          clearTimeout(late)
          orders.delete(id)
          if (orders.size === 0) idle = setTimeout(letGo, patience).unref()
        }
        const pending: Pending<Answer> = {
          resolve(answer) {
            finish()
            resolve(answer)
          },
          reject(error) {
            finish()
            reject(error)
          },
        }
        orders.set(id, pending)
        process.send({ id, ...order }, (error) => error && pending.reject(error))
      })
    },

    close() {
      refuseAll('the server stops')
      clearTimeout(idle)
      letGo()
    },
  }
}
