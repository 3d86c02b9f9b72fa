import { spawn } from 'node:child_process'
import { userInfo } from 'node:os'

/** The account that a child process runs as. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

// A fixed environment, without variables of the operator's shell (PGHOST, LD_PRELOAD, a missing locale).
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/** The options of `spawn` for a child that runs as `account`, or as this process when there is none. */
export function spawnOptions(account: Account | undefined) {
  // `/` is accessible for every account.
  return { cwd: '/', env: environment, ...(account && { uid: account.uid, gid: account.gid }) }
}

/** Runs a program and waits for its end. A program that cannot be started ends with code 127. */
export function run(program: string, args: readonly string[], account?: Account): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...spawnOptions(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', (error) => resolve({ code: 127, stdout, stderr: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
}

/** Whether this process is root, which PostgreSQL refuses to run as. */
export function isRoot(): boolean {
  return userInfo().uid === 0
}

/**
 * The account that PostgreSQL runs as when this process is root: `postgres` where it exists, else `firmeza`, created when
 * missing. Undefined when it cannot be created.
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  const present = (await findAccount('postgres')) ?? (await findAccount('firmeza'))
  if (present) return present
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'firmeza']],
    // BusyBox, and systems that have only Debian's own tool.
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'firmeza']],
    ['adduser', ['--system', '--no-create-home', '--group', 'firmeza']],
  ]
  for (const [program, args] of ways) {
    if ((await run(program, args)).code !== 0) continue
    const made = await findAccount('firmeza')
    if (made) return made
  }
  return undefined
}

async function findAccount(name: string): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  if (uid.code !== 0 || gid.code !== 0 || Number(uid.stdout) === 0) return undefined
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** Whether `account` can enter this folder, all folders above it included. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', folder], account)).code === 0
}
