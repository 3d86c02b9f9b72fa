import { AsyncLocalStorage } from 'node:async_hooks'

/** Who changes rows, as the audit log records it. */
export interface ChangeAuthor {
  kind: 'user' | 'key' | 'visitor' | 'product' | 'operator'
  /** The id of the user; of a program, of the one in whose name it calls. */
  user?: string
  /** The id of the API key. */
  key?: string
  /** The id of the session. */
  session?: string
  /** The id of the request. */
  request?: string
  /** What is done: a permission, an operation of the API, a poller, a job or a command. */
  action?: string
}

const current = new AsyncLocalStorage<string>()
const product: ChangeAuthor = { kind: 'product' }
const productSetting = JSON.stringify(product)

/** The setting of a connection that the triggers of the audit log read. */
export const authorSetting = 'firmeza.author'

/** Runs work whose changes are recorded under an author. */
export function runAs<Result>(author: ChangeAuthor, work: () => Result): Result {
  return current.run(JSON.stringify(author), work)
}

/** The value of the setting for the running work: the product itself, unless it runs as somebody else. */
export function authorOfWork(): string {
  return current.getStore() ?? productSetting
}
