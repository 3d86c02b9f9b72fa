import { execFileSync } from 'node:child_process'
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { messageOf } from '#platform/log.ts'
import { findProgram } from '../../tools/find-program.ts'

/** The Debian package of each program that a drill may install. */
const packages: Readonly<Record<string, string>> = {
  buildah: 'buildah',
  caddy: 'caddy',
  debootstrap: 'debootstrap',
  ip: 'iproute2',
  memcached: 'memcached',
  nginx: 'nginx',
  openssl: 'openssl',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pgbouncer: 'pgbouncer',
  postgresql: 'postgresql',
  promtool: 'prometheus',
  'swift-account-server': 'swift-account',
  'swift-container-server': 'swift-container',
  'swift-object-server': 'swift-object',
  'swift-proxy-server': 'swift-proxy',
  'swift-ring-builder': 'swift',
  varnishd: 'varnish',
  'varnish-modules': 'varnish-modules',
}

/** Files of what is no program on the path. */
const files: Readonly<Record<string, string>> = {
  postgresql: '/usr/lib/postgresql/*/bin/initdb',
  'varnish-modules': '/usr/lib{,64,/*}/varnish/vmods/libvmod_xkey.so',
}

/** What Debian asks before it starts a service that it has installed. */
const policy = '/usr/sbin/policy-rc.d'
const patience = 5 * 60_000

/** Where a program is: on the path, or where Debian puts those of the system. */
export const findSystemProgram = (name: string): string | undefined =>
  findProgram([name], ['/usr/sbin', '/sbin'])

/**
 * Why a drill that needs programs must be skipped; false when it can run. On Debian, root installs what is missing. For the `skip` option
 * of a test.
 */
export function skipWithout(...names: string[]): string | false {
  const missing = names.filter(isMissing)
  if (missing.length === 0) return false
  const needed = `needs ${missing.join(', ')}`
  const wanted = [...new Set(missing.map((name) => packages[name]))]
  const known = wanted.filter((name) => name !== undefined)
  if (known.length < wanted.length) return needed
  const advice = `apt-get install ${known.join(' ')}`
  const program = findSystemProgram('apt-get')
  if (skipUnlessRoot() || !program) return `${needed} (${advice})`
  try {
    install(program, known)
  } catch (error) {
    return `${needed}, and "${advice}" failed: ${messageOf(error).trim().split('\n').at(-1)}`
  }
  const left = missing.filter(isMissing)
  return left.length > 0 && `needs ${left.join(', ')}, which "${advice}" did not bring`
}

/** The same for a drill that mounts file systems or changes accounts. */
export function skipUnlessRoot(): string | false {
  return process.getuid?.() !== 0 && 'needs root'
}

function isMissing(name: string): boolean {
  const pattern = files[name]
  return pattern === undefined ? findSystemProgram(name) === undefined : globSync(pattern).length === 0
}

/** Installs packages without starting their services. @throws {Error} with what apt-get says last */
function install(program: string, names: readonly string[]): void {
  const apt = (...words: string[]) =>
    execFileSync(program, words, {
      ...{ stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: patience },
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const add = () => apt('install', '-y', '-qq', '--no-install-recommends', ...names)
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    try {
      add()
    } catch {
      // The lists of packages may be old, or not there at all.
      apt('update', '-qq')
      add()
    }
  } finally {
    if (isOurs) rmSync(policy)
  }
}
