import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { findSystemProgram, skipWithout } from './support/requirements.ts'

// What the file of the service may be exposed to, of ten; what remains is what Node needs, and the network.
const mostExposed = 2

test('systemd takes the service, and finds it well closed', {
  skip: skipWithout('systemd-analyze'),
}, async (context) => {
  await using folder = await makeFolder()
  const service = await readFile('deploy/systemd/firmeza.service', 'utf8')
  const file = join(folder.path, 'firmeza.service')
  // systemd wants to see the program.
  await writeFile(file, service.replace('/opt/firmeza/firmeza', '/bin/true'))
  const { status, stdout, stderr } = run('systemd-analyze', ['verify', file])
  assert.equal(status, 0, stdout + stderr)
  assert.equal(stderr, '')
  const report = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
    encoding: 'utf8',
  })
  const [, level] = /exposure level for firmeza\.service: ([\d.]+)/.exec(report) ?? []
  context.diagnostic(`exposure ${level} of 10`)
  assert.ok(Number(level) <= mostExposed, report)
})

test('nginx takes the whole configuration, TLS included', {
  skip: skipWithout('nginx', 'openssl'),
}, async () => {
  await using folder = await makeFolder()
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj']
  execFileSync('openssl', [...request, '/CN=www.example.org', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const site = (await readFile('deploy/nginx/firmeza.conf', 'utf8'))
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    // The ports of the machine may be taken, and are not ours.
    .replaceAll(/listen (\[::\]:)?(80|443)/g, (_, six = '', port) => `listen ${six}${20_000 + Number(port)}`)
  await mkdir(join(folder.path, 'temporary'))
  const file = join(folder.path, 'nginx.conf')
  await writeFile(file, `pid ${folder.path}/nginx.pid;\nevents {}\nhttp {\n${site}\n}\n`)
  const { status, stderr } = run(findSystemProgram('nginx') ?? '', ['-t', '-c', file, '-e', 'stderr'])
  assert.equal(status, 0, stderr)
  assert.doesNotMatch(stderr, /\[(warn|error|emerg)\]/)
})

test('Caddy takes its configuration', { skip: skipWithout('caddy') }, () => {
  const { status, stderr } = run('caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    'deploy/caddy/Caddyfile',
  ])
  assert.equal(status, 0, stderr)
})

test('Prometheus takes the rules', { skip: skipWithout('promtool') }, () => {
  const { status, stdout, stderr } = run('promtool', ['check', 'rules', 'deploy/prometheus/rules.yaml'])
  assert.equal(status, 0, stdout + stderr)
})

function run(program: string, words: string[]) {
  return spawnSync(program, words, { encoding: 'utf8' })
}

async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'firmeza-deployment-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
