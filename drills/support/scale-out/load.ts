import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import { type Ask, createHttpClient, type Send } from '../../../test/support/http-client.ts'

const clients = 16

interface LoadOptions {
  /** Of the admin. */
  password: string
  /** More addresses that are read. */
  paths?: readonly string[]
}

/** Sends requests of all kinds, a few at a time, until stopped. */
export async function startLoad(url: string, { password, paths = [] }: LoadOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const send: Send = createHttpClient(url)
  const login = await send('/api/auth/login', { form: { username: 'admin', password } })
  const authorization = `Bearer ${login.read(LoginResponse).access_token}`
  const acknowledged: string[] = []
  const failures: string[] = []
  let count = 0
  let isOver = false

  const reads: [path: string, ask: Ask][] = [
    ['/es/', {}],
    ['/en/', { headers: { 'accept-encoding': 'br' } }],
    ['/es/', { headers: { 'if-none-match': '*' } }],
    ['/lang/es.json', {}],
    ['/api/early-adopters/summary', { headers: { authorization } }],
    ['/api/doc/files?language=es', {}],
    ...paths.map((path): [string, Ask] => [path, {}]),
  ]

  async function ask(path: string, options: Ask): Promise<boolean> {
    count++
    const reply = await send(path, { ...options, agent }).catch((error: Error) => error)
    const status = reply instanceof Error ? reply.message : reply.status
    const isDone = status === 304 || (typeof status === 'number' && status >= 200 && status < 300)
    if (!isDone) {
      const said = reply instanceof Error ? '' : reply.text.slice(0, 200)
      const at = new Date().toISOString().slice(11, 23)
      failures.push(`${at} ${options.json ? 'POST' : 'GET'} ${path}: ${status} ${said}`)
    }
    return isDone
  }

  async function work(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const [path, options] = reads[turn % reads.length] ?? ['/es/', {}]
      await ask(path, options)
      if (turn % 2 === 0) continue
      const json = registrationOf()
      if (await ask('/api/early-adopters', { json })) acknowledged.push(json.email)
    }
  }

  const working = Promise.all(Array.from({ length: clients }, work))
  return {
    count: () => count,
    async stop() {
      isOver = true
      await working
      agent.destroy()
      return { acknowledged, failures, count }
    },
  }
}

/** Every acknowledged sign-up is stored once, and nobody got the mail to confirm it twice. */
export async function checkSignUps(databaseUrl: string, acknowledged: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: leads } = await client.query<{ email: string }>('SELECT email FROM early_adopters')
    const { rows: mails } = await client.query<{ email: string; count: number }>(
      'SELECT to_email AS email, count(*)::int AS count FROM mails GROUP BY to_email',
    )
    const stored = new Set(leads.map(({ email }) => email))
    assert.equal(stored.size, leads.length, 'doubled')
    assert.deepEqual(
      acknowledged.filter((email) => !stored.has(email)),
      [],
      'acknowledged and lost',
    )
    assert.deepEqual(
      mails.filter(({ count }) => count > 1),
      [],
      'more than one mail',
    )
  } finally {
    await client.end()
  }
}
