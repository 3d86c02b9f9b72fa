import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { LoginResponse } from '#features/accounts/contract.ts'
import { users } from '#features/accounts/table.ts'
import { createLog, type Logger } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { Role } from '#shared/roles.ts'
import { type App, buildApp, type FirstUser } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { CoreOptions } from '../../src/core.ts'
import { createFakeClock, type FakeClock } from './clock.ts'
import { createTestDatabase } from './database.ts'
import { createHttpClient, type Send } from './http-client.ts'
import { createAnswerCheck } from './openapi/described-answers.ts'

/** The `SECRET_KEY` of a test app, unless its `env` sets one. */
export const testSecret = 'a secret that only the tests know of'

/** The password of the first admin and of every user that `signInAs` adds. */
export const adminPassword = 'correct horse battery'

export interface TestAppOptions {
  /** Environment variables, as an operator would set them. It listens on a free port unless `PORT` is given. */
  env?: Record<string, string>
  clock?: FakeClock
  /** Where it writes its log, instead of standard output. */
  log?: Logger
  /** The database of another test app, to be a second process of it; by default a new one. */
  databaseUrl?: string
  /** The folder of its files; by default a new one. It is removed when the app is closed. */
  dataDir?: string
  /** Shorter limits of the database. */
  databaseLimits?: CoreOptions['databaseLimits']
  /** Social platforms in place of the real ones. */
  socialPlatforms?: Parameters<typeof buildApp>[0]['socialPlatforms']
}

/** The whole product on a real database, answering real HTTP. */
export interface TestApp extends Pick<Postgres, 'db' | 'pool'> {
  app: App
  /** The first admin, when this start has created one. */
  firstUser: FirstUser | undefined
  url: string
  databaseUrl: string
  /** The folder of its files. */
  dataDir: string
  clock: FakeClock
  /** Sends a request as a visitor. */
  send: Send
  /** Signs in, by default as the first admin, and returns a `send` with the token. */
  signIn(user?: { username: string; password: string }): Promise<Send>
  /** Adds a user of a role, an editor perhaps limited to some languages, and signs them in. */
  signInAs(role: Role, languages?: Language[]): Promise<Send>
  close(): Promise<void>
}

/**
 * Starts the product for a test: with a database from the template, no rate limits and quick compression unless `env`
 * sets them, a fake clock and a free port. The job queue is not started. Every answer that `send` gets is checked against
 * the description of the API.
 */
export async function startTestApp({
  env = {},
  clock = createFakeClock(),
  log: givenLog,
  databaseUrl,
  dataDir: givenDataDir,
  databaseLimits,
  socialPlatforms,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = databaseUrl === undefined ? await createTestDatabase() : undefined
  const connection = databaseUrl ?? database?.url ?? ''
  const dataDir = givenDataDir ?? (await mkdtemp(join(tmpdir(), 'firmeza-test-')))
  const config = readConfig({
    ADMIN_PASSWORD: adminPassword,
    API_RATE_LIMIT: '0',
    PAGE_RATE_LIMIT: '0',
    VIEW_RATE_LIMIT: '0',
    PAGE_COMPRESSION: '5',
    SIGN_UP_LIMIT: '0',
    // So that a test can move its clock by a day without signing in again.
    SESSION_IDLE_HOURS: '168',
    LOG_LEVEL: 'silent',
    SECRET_KEY: testSecret,
    ...env,
  })
  const log = givenLog ?? createLog(config.logLevel)
  const app = await buildApp({
    ...{ config, log, clock, databaseUrl: connection, dataDir, socialPlatforms },
    ...(databaseLimits && { databaseLimits }),
  }).catch(async (error) => {
    // Open connections would keep the test running; dropping the database closes them.
    await database?.drop()
    throw error
  })
  await app.server.listen({ port: Number(env.PORT ?? 0), host: '127.0.0.1' })
  let firstUser: FirstUser | undefined
  await app.start({
    onFirstUser(made) {
      firstUser = made
    },
  })
  const url = `http://127.0.0.1:${portOf(app)}`
  const { db, pool, close } = connectPostgres(config.data.listenUrl ?? connection, {
    ...{ log, max: 3 },
  })
  const check = createAnswerCheck(app.server)
  const send = createHttpClient(url, {}, check)

  async function signIn(user = { username: config.admin.username, password: adminPassword }): Promise<Send> {
    const reply = await send('/api/auth/login', { form: { ...user } })
    if (reply.status !== 200) throw new Error(`the sign-in was refused: ${reply.status} ${reply.text}`)
    const { access_token: token } = reply.read(LoginResponse)
    return createHttpClient(url, { authorization: `Bearer ${token}` }, check)
  }

  return {
    app,
    firstUser,
    url,
    databaseUrl: connection,
    dataDir,
    db,
    pool,
    clock,
    send,
    signIn,
    async signInAs(role, languages) {
      const username = `${role} ${crypto.randomUUID()}`
      // As cheap as the library allows: the cost of the hash is not tested.
      const passwordHash = await hash(adminPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      await db
        .insert(users)
        .values({ username, usernameKey: username, name: role, role, languages, passwordHash })
      return signIn({ username, password: adminPassword })
    },
    async close() {
      await close()
      await app.close()
      await database?.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Confirms the password, which irreversible actions require some time after the sign-in. */
export async function confirmPassword(send: Send): Promise<void> {
  const { status } = await send('/api/auth/confirm-password', { json: { password: adminPassword } })
  if (status !== 204) throw new Error(`the password was refused: ${status}`)
}

function portOf(app: App): number {
  const address = app.server.server.address() as AddressInfo | null
  if (!address) throw new Error('the server does not listen')
  return address.port
}
