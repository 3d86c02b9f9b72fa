import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { run, spawnOptions, unprivilegedAccount } from '#platform/embedded-postgres/unprivileged-account.ts'
import { findFreePort } from '../../../test/support/server-process.ts'
import { until } from '../../../test/support/until.ts'
import { skipWithout } from '../requirements.ts'

const debian = '/usr/lib/postgresql'
const user = 'firmeza'

/** The programs of the newest PostgreSQL that Debian has installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  return versions
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

/** Why a drill that needs a PostgreSQL of the system must be skipped; false when it can run. */
export const skipWithoutPostgres = (): string | false => skipWithout('postgresql')

/** A PostgreSQL of the system in a temporary folder, durable as in production. */
export interface PostgresServer {
  port: number
  /** The address of its database `firmeza`. */
  url: string
  /** Starts a streaming replica of it. */
  addReplica(): Promise<PostgresServer>
  stop(signal?: 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
  remove(): Promise<void>
}

/** Makes a cluster with an empty database and starts it. */
export async function startPostgresServer(): Promise<PostgresServer> {
  return startCluster((programs, folder, account) =>
    must(
      run(
        join(programs, 'initdb'),
        ['-D', folder, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions'],
        account,
      ),
    ),
  ).then(async (server) => {
    const client = new pg.Client({ connectionString: server.url.replace(/firmeza$/, 'postgres') })
    await client.connect()
    await client.query(`CREATE DATABASE ${user}`)
    await client.end()
    return server
  })
}

type Account = Awaited<ReturnType<typeof unprivilegedAccount>>
type Fill = (programs: string, folder: string, account: Account) => Promise<unknown>

async function startCluster(fill: Fill): Promise<PostgresServer> {
  const programs = findPrograms()
  if (!programs) throw new Error('there is no PostgreSQL')
  const account = process.getuid?.() === 0 ? await unprivilegedAccount() : undefined
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-postgres-'))
  if (account) await chown(folder, account.uid, account.gid)
  await fill(programs, folder, account)
  const port = await findFreePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
  ]
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...spawnOptions(account), stdio: 'ignore' },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const closed = once(child, 'close')
  const url = `postgres://${user}@127.0.0.1:${port}/firmeza`
  await until(() => answers(url.replace(/firmeza$/, 'postgres')), 'PostgreSQL answers', 60)

  async function stop(signal: 'SIGINT' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' = 'SIGINT'): Promise<void> {
    child.kill(signal)
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return
    await closed
    process.off('exit', kill)
  }

  return {
    ...{ port, url, stop },
    addReplica: () =>
      startCluster((bin, target, owner) =>
        must(
          run(
            join(bin, 'pg_basebackup'),
            [
              '-D',
              target,
              '-h',
              '127.0.0.1',
              '-p',
              String(port),
              '-U',
              user,
              '-R',
              '-X',
              'stream',
              '-c',
              'fast',
            ],
            owner,
          ),
        ),
      ),
    async remove() {
      if (child.exitCode === null && child.signalCode === null) await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function must(running: ReturnType<typeof run>): Promise<void> {
  const { code, stdout, stderr } = await running
  if (code !== 0) throw new Error(`ended with ${code}: ${stdout}${stderr}`)
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    async () => {
      await client.end()
      return true
    },
    () => false,
  )
}
