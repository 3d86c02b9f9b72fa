import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openS3Client, placeOf } from '../../test/support/files/described-store.ts'
import { findFreePort } from '../../test/support/server-process.ts'
import { until } from '../../test/support/until.ts'
import { isOpen } from './open-port.ts'
import { findSystemProgram } from './requirements.ts'

// They change to it when they are started by root; any other account must name itself.
const account = userInfo().username
const kinds = ['account', 'container', 'object'] as const

/** The programs that `startSwift` needs. */
export const swiftPrograms = [
  'memcached',
  'swift-ring-builder',
  'swift-proxy-server',
  ...kinds.map((kind) => `swift-${kind}-server`),
]

export interface Swift {
  /** What `S3_URL` is set to: an empty bucket. */
  url: string
  /** The same with a folder in it. */
  inFolder(name: string): string
  /** What its servers have written. */
  output(): string
  stop(): Promise<void>
}

/** Starts OpenStack Swift with its interface of S3, in a temporary folder, with one copy of each file. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-swift-'))
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
  const children: ReturnType<typeof spawn>[] = []
  let text = ''

  async function run(program: string, port: number, parameters: string[]): Promise<void> {
    const child = spawn(findSystemProgram(program) ?? '', parameters)
    children.push(child)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
    }
    await until(() => isOpen(port), `${program} listens`)
  }

  /** Starts one of the servers with its own settings. Returns its port. */
  async function serve(kind: string, settings: string): Promise<number> {
    const port = await findFreePort()
    const file = join(folder, `${kind}.conf`)
    await writeFile(file, configure(settings, { port, folder }))
    await run(`swift-${kind}-server`, port, [file])
    return port
  }

  const killAll = () => children.forEach((child) => void child.kill('SIGKILL'))
  process.once('exit', killAll)
  async function stop(): Promise<void> {
    const running = children.filter(({ exitCode }) => exitCode === null)
    const closed = running.map((child) => once(child, 'close'))
    killAll()
    await Promise.all(closed)
    process.off('exit', killAll)
    await rm(folder, { recursive: true, force: true })
  }

  try {
    for (const kind of kinds) {
      const settings = `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`
      buildRing(join(folder, `${kind}.builder`), await serve(kind, settings))
    }
    const cache = await findFreePort()
    await run('memcached', cache, ['-l', '127.0.0.1', '-p', String(cache), '-u', account])
    const port = await serve('proxy', proxySettings(cache))
    const url = `http://test%3Atester:testing@127.0.0.1:${port}/bucket?region=us-east-1`
    await openS3Client(placeOf(url, '')).send(new CreateBucketCommand({ Bucket: 'bucket' }))
    return { url, inFolder: (name) => url.replace('/bucket', `/bucket/${name}`), output: () => text, stop }
  } catch (error) {
    await stop()
    throw new Error(`Swift does not start: ${text}`, { cause: error })
  }
}

const plainFilters = ['catch_errors', 'bulk', 's3api', 'slo', 'dlo']
const proxySettings = (cachePort: number) => `[pipeline:main]
pipeline = catch_errors cache bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
${plainFilters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`

const configure = (settings: string, { port, folder }: { port: number; folder: string }) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${account}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = WARNING
log_address =
${settings}`

function buildRing(builder: string, port: number): void {
  const device = `r1z1-127.0.0.1:${port}/d1`
  for (const parameters of [['create', '4', '1', '0'], ['add', device, '1'], ['rebalance']]) {
    const { status, stderr, stdout } = spawnSync(
      findSystemProgram('swift-ring-builder') ?? '',
      [builder, ...parameters],
      {
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`swift-ring-builder ${parameters.join(' ')}: ${stdout}${stderr}`)
  }
}
