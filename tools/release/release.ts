// `npm run release`: makes release/firmeza-<version>-linux-<arch>.tar.gz, which runs without npm, a build or the network, its
// list of components (CycloneDX) and its checksum.
//   npm run release -- --folder PATH    the same as a new folder instead, as for an image
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { closeOver, isNeeded, type Lock, listContents, type Platform } from './contents.ts'
import { checkSignatures } from './signatures.ts'

const Manifest = z.looseObject({ name: z.string(), version: z.string() })
const platform: Platform = { os: process.platform, cpu: process.arch }
if (platform.os !== 'linux')
  throw new Error('Archives are made on Linux, for the architecture of the machine.')

const project = Manifest.parse(readJson('package.json'))
const lockFile: { packages: Lock } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const lock = lockFile.packages
const { files, roots } = listContents(platform)
const name = `${project.name}-${project.version}-${platform.os}-${platform.cpu}`
const { values: options } = parseArgs({ options: { folder: { type: 'string' } } })

if (options.folder) {
  fill(resolve(options.folder))
} else {
  const work = mkdtempSync(join(tmpdir(), 'firmeza-release-'))
  try {
    pack(work, fill(join(work, name)))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Puts everything into a new folder; returns the list of components. */
function fill(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const file of files) cpSync(file, join(folder, file), { recursive: true })
  writeCommand(folder)
  writeManifest(folder)
  installPackages(folder)
  return writeBill(folder)
}

function writeCommand(folder: string): void {
  cpSync('tools/release/firmeza.sh', join(folder, 'firmeza'))
  chmodSync(join(folder, 'firmeza'), 0o755)
  cpSync('tools/release/README.md', join(folder, 'README.md'))
}

/** A package.json with what is not in the bundle, and its part of the lock: what npm installs is what was tested. */
function writeManifest(folder: string): void {
  const dependencies = Object.fromEntries(
    roots.map((root) => [root, lock[`node_modules/${root}`]?.version ?? '']),
  )
  const { name, version, description, license, type, imports, engines, allowScripts } = project
  const manifest = {
    ...{ name, version, private: true, description, license, type, engines, imports },
    scripts: { start: 'exec ./firmeza', admin: 'exec ./firmeza admin' },
    dependencies,
    allowScripts,
  }
  // With those for other platforms, which npm expects to see and leaves out.
  const locked = closeOver(lock, roots)
  const packages = Object.fromEntries(
    locked.map((path) => [
      path,
      { ...lock[path], optional: isRoot(path) ? undefined : lock[path]?.optional },
    ]),
  )
  writeJson(join(folder, 'package.json'), manifest)
  writeJson(join(folder, 'package-lock.json'), {
    ...lockFile,
    packages: { '': { name, version, license, dependencies, engines }, ...packages },
  })
}

function isRoot(path: string): boolean {
  return roots.includes(path.replace(/^node_modules\//, ''))
}

function installPackages(folder: string): void {
  const options = ['--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  console.log(checkSignatures(folder))
  const before = sizeOf(join(folder, 'node_modules'))
  for (const entry of globSync('node_modules/**', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isDirectory() && !isNeeded(path.slice(folder.length + 1))) rmSync(path)
  }
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
  removeEmptyFolders(join(folder, 'node_modules'))
  console.log(`node_modules: ${before} MB installed, ${sizeOf(join(folder, 'node_modules'))} MB needed`)
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Every package that the product is made of, those in the bundle included. */
function writeBill(folder: string): string {
  const bill = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  return bill
}

/** The same files make the same archive, byte for byte. */
function pack(work: string, bill: string): void {
  mkdirSync('release', { recursive: true })
  const archive = join('release', `${name}.tar.gz`)
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu']
  const time = execFileSync('git', ['log', '-1', '--format=@%ct'], { encoding: 'utf8' }).trim()
  const tar = [
    '-C',
    work,
    ...order,
    `--mtime=${time}`,
    '--use-compress-program',
    'gzip -9n',
    '-cf',
    archive,
    name,
  ]
  execFileSync('tar', tar)
  writeFileSync(join('release', `${name}.cdx.json`), bill)
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${digest}  ${name}.tar.gz\n`)
  const size = (statSync(archive).size / 2 ** 20).toFixed(0)
  console.log(`${archive}: ${size} MB, ${sizeOf(join(work, name))} MB unpacked`)
}

function sizeOf(folder: string): string {
  return execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0] ?? ''
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`)
}
