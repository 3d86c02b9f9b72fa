import pg from 'pg'
import { authorOfWork, authorSetting } from './change-author.ts'
import { TransactionClient } from './transaction-client.ts'
import { DatabaseTimeout, findWaitLimit, isInBackground, type WaitLimit } from './wait-limit.ts'

// By how much PostgreSQL ends a statement before the client does, so that the client knows that nothing was changed.
const margin = 200
// With less, a busy PostgreSQL might not even finish the statement that gives the next user of the connection more.
const leastTimeout = 50

type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

interface LimitedPoolConfig extends pg.PoolConfig {
  lock_timeout: number
  statement_timeout: number
  /** Whether a pooler lends the connections of the database for one transaction each. */
  isPooled: boolean
}

/**
 * A pool that holds the wait limit of the work that uses it. A connection that is still in use when the limit is over is
 * closed, with whatever it waits for: a query without an answer must not meet the next user of the connection. Work in the
 * background uses the connections of the pool `background`, if there is one.
 */
export class LimitedPool extends pg.Pool {
  readonly #background: pg.Pool | undefined
  readonly #lockTimeout: number
  readonly #statementTimeout: number
  readonly #uses = new WeakMap<pg.PoolClient, () => void>()
  /** What the connections are set to, where it is not what they open with. */
  readonly #timeouts = new WeakMap<pg.PoolClient, number>()
  readonly #authors = new WeakMap<pg.PoolClient, string>()

  constructor({ isPooled, ...config }: LimitedPoolConfig, background?: pg.Pool) {
    const { lock_timeout: lockTimeout, statement_timeout: statementTimeout, ...others } = config
    // A pooler refuses settings of the session in the first message.
    super(isPooled ? { ...others, Client: TransactionClient } : config)
    this.#background = background
    this.#lockTimeout = lockTimeout
    this.#statementTimeout = statementTimeout
    this.on('release', (_error, client) => {
      this.#uses.get(client)?.()
      this.#uses.delete(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    // A promise keeps the context of the caller, in contrast to the pool's own queue.
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#background && isInBackground()) return this.#background.connect()
    const limit = findWaitLimit()
    // Read before anything is waited for: what is awaited may belong to other work.
    const author = authorOfWork()
    if (limit) return this.#connectWithin(limit, author)
    const client = await super.connect()
    await this.#prepare(client, this.#statementTimeout, author)
    return client
  }

  async #connectWithin(limit: WaitLimit, author: string): Promise<pg.PoolClient> {
    if (limit.remaining <= margin) throw new DatabaseTimeout()
    const end = limit.begin()
    const connecting = super.connect()
    let client: pg.PoolClient
    try {
      client = await orTimeout(connecting, limit.remaining - margin)
    } catch (error) {
      end()
      // It may still be connected later.
      connecting.then((late) => late.release()).catch(() => {})
      throw error
    }
    const late = setTimeout(() => void client.end(), limit.remaining)
    this.#uses.set(client, () => {
      clearTimeout(late)
      end()
    })
    await this.#prepare(client, limit.remaining - margin, author)
    return client
  }

  /**
   * Tells PostgreSQL who makes changes on a connection, and to end statements before the time is over, where it would not do so by
   * itself. Costs a query only where the last user of the connection was another, and none where each transaction says it.
   */
  async #prepare(client: pg.PoolClient, milliseconds: number, author: string): Promise<void> {
    const isShort = milliseconds < this.#statementTimeout
    const timeout = isShort ? Math.max(leastTimeout, Math.floor(milliseconds)) : this.#statementTimeout
    if (client instanceof TransactionClient) {
      client.settings = {
        statement_timeout: String(timeout),
        lock_timeout: String(this.#lockTimeout),
        [authorSetting]: author,
      }
      return
    }
    const isSame = (this.#timeouts.get(client) ?? this.#statementTimeout) === timeout
    if (isSame && this.#authors.get(client) === author) return
    try {
      await client.query('SELECT set_config($1, $2, false), set_config($3, $4, false)', [
        ...['statement_timeout', String(timeout), authorSetting, author],
      ])
      this.#timeouts.set(client, timeout)
      this.#authors.set(client, author)
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

async function orTimeout<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout()), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
