import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { unprivilegedAccount } from '#platform/embedded-postgres/unprivileged-account.ts'
import { findFreePort } from '../../../test/support/server-process.ts'
import { until } from '../../../test/support/until.ts'
import { findSystemProgram } from '../requirements.ts'

/** PgBouncer in transaction mode in front of a PostgreSQL, with the configuration of docs/operating.md. */
export interface PgBouncer {
  /** The address of the database `firmeza` through it. */
  url: string
  readLog(): Promise<string>
  /** Ends it at once, with every connection, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts PgBouncer on a free port, in a temporary folder. */
export async function startPgBouncer(postgresPort: number): Promise<PgBouncer> {
  const program = findSystemProgram('pgbouncer')
  if (!program) throw new Error('there is no pgbouncer')
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-pgbouncer-'))
  const account = process.getuid?.() === 0 ? await unprivilegedAccount() : undefined
  if (account) await chown(folder, account.uid, account.gid)
  const port = await findFreePort()
  await writeFile(join(folder, 'users.txt'), '"firmeza" ""\n', { mode: 0o644 })
  await writeFile(join(folder, 'pgbouncer.ini'), await configure(folder, { port, postgresPort }), {
    mode: 0o644,
  })
  const url = `postgres://firmeza@127.0.0.1:${port}/firmeza`
  let child: ChildProcess | undefined
  const kill = () => child?.kill('SIGKILL')
  process.once('exit', kill)

  async function start(): Promise<void> {
    child = spawn(
      program ?? '',
      ['-q', ...(account ? ['-u', account.name] : []), join(folder, 'pgbouncer.ini')],
      {
        stdio: 'ignore',
        cwd: folder,
      },
    )
    await until(() => answers(url), 'PgBouncer answers')
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }

  await start()
  return {
    url,
    readLog: () => readFile(join(folder, 'pgbouncer.log'), 'utf8'),
    async restart() {
      await end('SIGKILL')
      await rm(join(folder, 'pgbouncer.pid'), { force: true })
      await start()
    },
    async stop() {
      await end('SIGTERM')
      process.off('exit', kill)
      await rm(folder, { recursive: true })
    },
  }
}

/** The documented configuration, with these ports, without passwords, and all files in one folder. */
async function configure(folder: string, { port, postgresPort }: { port: number; postgresPort: number }) {
  const guide = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const [, documented = ''] = /```ini\n(\[databases\].*?)```/s.exec(guide) ?? []
  const set = (text: string, name: string, value: string) =>
    text.replace(new RegExp(`^${name} = .*$`, 'm'), `${name} = ${value}`)
  const own = {
    firmeza: `host=127.0.0.1 port=${postgresPort} dbname=firmeza`,
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
  }
  const text = Object.entries(own).reduce((before, [name, value]) => set(before, name, value), documented)
  return `${text}
unix_socket_dir =
logfile = ${folder}/pgbouncer.log
pidfile = ${folder}/pgbouncer.pid
`
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client
    .connect()
    .then(() => client.query('SELECT 1'))
    .then(
      async () => {
        await client.end()
        return true
      },
      () => false,
    )
}
