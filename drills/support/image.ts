import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { findSystemProgram } from './requirements.ts'

/** What an image says about how it is started. */
export interface ImageSettings {
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly User: string
  readonly WorkingDir: string
  readonly StopSignal?: string
  readonly Healthcheck?: { readonly Test: readonly string[] }
  readonly Volumes?: Readonly<Record<string, unknown>>
}

/** An image that was built here, and the files of a container of it. */
export interface Image extends AsyncDisposable {
  readonly settings: ImageSettings
  readonly root: string
  /** Megabytes: all of it, and what our Dockerfile adds to its base. */
  readonly size: { readonly total: number; readonly added: number }
}

const mirror = 'http://deb.debian.org/debian'
const release = 'trixie'

/**
 * Builds the Dockerfile with buildah. There is no registry: the base is a Debian made by debootstrap, and the one to build in is the
 * same with this machine's Node and npm.
 */
export async function buildImage(): Promise<Image> {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-image-'))
  const stores = [
    '--root',
    join(folder, 'store'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...stores, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    }).trim()
  const drop = async () => {
    buildah('rm', '--all')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const base = join(folder, 'base')
    execFileSync('debootstrap', ['--variant=minbase', release, base, mirror], { stdio: 'ignore' })
    await rm(join(base, 'var/cache/apt'), { recursive: true, force: true })
    await rm(join(base, 'var/lib/apt/lists'), { recursive: true, force: true })
    addImage(buildah, 'firmeza-run-base', base)
    await addNode(base)
    addImage(buildah, 'firmeza-build-base', base, await addAuthorities(base))
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
    const bases = ['RUN_IMAGE=localhost/firmeza-run-base', 'BUILD_IMAGE=localhost/firmeza-build-base']
    buildah(
      ...['build', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--network', 'host'],
      ...['--volume', `${cache}:/root/.npm`],
      ...bases.flatMap((base) => ['--build-arg', base]),
      ...['--tag', 'firmeza', '.'],
    )
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'firmeza'))
    const root = buildah('mount', buildah('from', 'firmeza'))
    const total = megabytes(root)
    const added = megabytes(join(root, 'opt'))
    return { settings: Docker.config, root, size: { total, added }, [Symbol.asyncDispose]: drop }
  } catch (error) {
    await drop()
    throw error
  }
}

function addImage(
  buildah: (...words: string[]) => string,
  name: string,
  folder: string,
  settings: readonly string[] = [],
): void {
  const container = buildah('from', 'scratch')
  for (const setting of settings) buildah('config', '--env', setting, container)
  buildah('add', '--quiet', container, folder, '/')
  buildah('commit', '--quiet', container, name)
  buildah('rm', container)
}

/** As in the image of Node that the Dockerfile names. */
async function addNode(base: string): Promise<void> {
  await cp(process.execPath, join(base, 'usr/local/bin/node'))
  const npm = dirname(dirname(await realpath(findSystemProgram('npm') ?? '')))
  await mkdir(join(base, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(npm, join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
}

/** Whom this machine trusts beside the usual authorities, as behind a proxy that reads along; returns the setting for it. */
async function addAuthorities(base: string): Promise<string[]> {
  const own = process.env.NODE_EXTRA_CA_CERTS
  if (!own) return []
  await cp(own, join(base, 'usr/local/authorities.pem'))
  return ['NODE_EXTRA_CA_CERTS=/usr/local/authorities.pem']
}

function megabytes(path: string): number {
  return Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])
}

/** A container: process 1 of its own, the root read-only, `/tmp` in memory, its volume a folder. */
export interface Container {
  /** Runs a program of the image beside it, as a health check does; returns its exit code and output. */
  run(command: readonly string[]): { code: number; output: string }
  output(): string
  /** Sends what the image stops by to process 1; returns how it ended. */
  stop(): Promise<number | null>
}

/** Starts a container as an engine would, with read-only root and without privileges. */
export function startContainer({ root, settings }: Image, volume: string, port: number): Container {
  const env = [...settings.Env.filter((one) => !/^(PORT|HOST)=/.test(one)), `PORT=${port}`, 'HOST=127.0.0.1']
  const enter = `
    mount --make-rprivate / && mount --bind "$0" "$0" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" &&
    mount --rbind /dev "$0/dev" && mount --bind "$1" "$0/data" && mount -o remount,ro,bind "$0" && shift 1 &&
    exec chroot --userspec="$1" "$0" /usr/bin/env -i "\${@:2}"`
  const words = ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-c', enter]
  const command = [...(settings.Env.length > 0 ? env : []), ...settings.Entrypoint]
  const child = spawn('unshare', [...words, root, resolve(volume), settings.User, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const first = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }).trim()
  return {
    output: () => text,
    run([...program]) {
      const [uid = '', gid = uid] = settings.User.split(':')
      const inside = [
        '--target',
        first(),
        '--mount',
        '--pid',
        `--setuid=${uid}`,
        `--setgid=${gid}`,
        '--root',
        '--wd=/',
      ]
      try {
        const output = execFileSync('nsenter', [...inside, '/usr/bin/env', '-i', ...env, ...program], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        return { code: 0, output }
      } catch (error) {
        const { status, stderr } = error as { status: number | null; stderr: string }
        return { code: status ?? 255, output: stderr }
      }
    },
    async stop() {
      process.kill(Number(first()), (settings.StopSignal ?? 'SIGTERM') as NodeJS.Signals)
      const [code] = await closed
      return code
    },
  }
}
