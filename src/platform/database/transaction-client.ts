import pg from 'pg'

/** Settings of the database by name. */
export type DatabaseSettings = Readonly<Record<string, string>>

type Callback = (error: Error | undefined, result: unknown) => void
type Asked = string | pg.QueryConfig | pg.Submittable

// What pg calls on each query with the messages of the database; its types do not name it.
declare module 'pg' {
  interface Query {
    handleRowDescription(message: unknown): void
    handleDataRow(message: unknown): void
    handleCommandComplete(message: unknown, connection: pg.Connection): void
  }
}

/**
 * A client behind a pooler that lends a connection of the database for one transaction (PgBouncer's `pool_mode=transaction`). What is
 * set for the session would be met by whoever is lent that connection next. So settings are stated anew in each transaction, for this
 * one alone: before a statement by itself in the same message or pipeline, which is one transaction to the database and costs
 * no further round trip, and before `begin`. No statement is prepared by name.
 */
export class TransactionClient extends pg.Client {
  /** What the transactions of the present user of the client state. */
  settings: DatabaseSettings = {}

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = (query: pg.Submittable) => super.query(query)
    // Defined and not overridden: the overloads of pg have no common signature.
    Object.defineProperty(this, 'query', {
      value: (asked: Asked, values?: unknown[] | Callback, callback?: Callback): unknown => {
        // What brings its own protocol, such as COPY: it belongs into a transaction.
        if (isSubmittable(asked)) return send(asked)
        const given = Array.isArray(values) ? values : undefined
        const then = typeof values === 'function' ? values : callback
        const ask = (done: Callback) => void send(new StatingQuery(this, asked, given, done))
        if (then) return ask(then)
        return new Promise((resolve, reject) => {
          ask((error, result) => (error ? reject(error) : resolve(result)))
        }).catch((error: Error) => {
          // The stack of whoever asked says more than that of the socket.
          Error.captureStackTrace(error)
          throw error
        })
      },
    })
  }
}

function isSubmittable(asked: Asked): asked is pg.Submittable {
  return typeof asked === 'object' && 'submit' in asked
}

/** A query that states the settings first when no transaction is open. What comes of that is not part of its result. */
class StatingQuery extends pg.Query {
  /** How many results of statements of settings are still to come. */
  #unread = 0

  constructor(
    client: TransactionClient,
    asked: string | pg.QueryConfig,
    values: unknown[] | undefined,
    done: Callback,
  ) {
    const config: pg.QueryConfig = typeof asked === 'string' ? { text: asked } : { ...asked, name: undefined }
    super(config, values, done)
    const all = values ?? config.values ?? []
    const submit = this.submit.bind(this)
    this.submit = (connection) => {
      const { settings } = client
      const names = Object.keys(settings)
      if (isInTransaction(client) || names.length === 0) return submit(connection)
      if (all.length === 0) {
        this.#unread = names.length
        // Unlike a query, SET takes no snapshot: `begin isolation level …` may follow.
        const stated = names.map((name) => `SET LOCAL ${name} = ${pg.escapeLiteral(settings[name] ?? '')}; `)
        return connection.query(`${stated.join('')}${config.text}`)
      }
      this.#unread = 1
      connection.stream.cork()
      try {
        pipeSettings(connection, settings)
        return submit(connection)
      } finally {
        connection.stream.uncork()
      }
    }
  }

  override handleRowDescription(message: unknown): void {
    if (this.#unread === 0) super.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    if (this.#unread === 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#unread > 0) this.#unread--
    else super.handleCommandComplete(message, connection)
  }
}

function isInTransaction(client: TransactionClient): boolean {
  const status = client.getTransactionStatus()
  return status === 'T' || status === 'E'
}

/** Sends a statement that sets values for the transaction, without the end of the pipeline. */
function pipeSettings(connection: pg.Connection, settings: DatabaseSettings): void {
  const names = Object.keys(settings)
  const calls = names.map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  connection.parse({ name: '', text: `SELECT ${calls.join(', ')}`, types: [] }, true)
  connection.bind({ values: Object.values(settings) }, true)
  connection.execute({ portal: '' }, true)
}
