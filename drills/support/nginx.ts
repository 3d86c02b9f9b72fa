import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../test/support/server-process.ts'
import { until } from '../../test/support/until.ts'
import { isOpen } from './open-port.ts'
import { findSystemProgram } from './requirements.ts'

export interface Nginx {
  url: string
  /** What it wrote about failed attempts. */
  readErrors(): Promise<string>
  stop(): Promise<void>
}

interface NginxOptions {
  /** The ports of the processes on this machine. */
  ports: readonly number[]
  /** Whether connections to the processes are kept for further requests. */
  keepAlive: boolean
}

/** Starts nginx as a balancer with the configuration of deploy/nginx, without its TLS, in a temporary folder. */
export async function startNginx({ ports, keepAlive }: NginxOptions): Promise<Nginx> {
  const program = findSystemProgram('nginx')
  if (!program) throw new Error('there is no nginx')
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-nginx-'))
  await mkdir(join(folder, 'temporary'))
  const port = await findFreePort()
  await writeFile(join(folder, 'nginx.conf'), await configure({ ports, keepAlive, folder, port }))
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const closed = once(child, 'close')
  await until(() => isOpen(port), 'nginx listens')
  return {
    url: `http://127.0.0.1:${port}`,
    readErrors: () => readFile(join(folder, 'error.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM')
      await closed
      process.off('exit', kill)
      await rm(folder, { recursive: true })
    },
  }
}

/** The configuration that operators begin with, with these ports and all files in one folder. */
async function configure({
  ports,
  keepAlive,
  folder,
  port,
}: NginxOptions & { folder: string; port: number }) {
  const file = await readFile(new URL('../../deploy/nginx/firmeza.conf', import.meta.url), 'utf8')
  const keptOnly = /^.*(keepalive|proxy_http_version|Connection "").*\n/gm
  const withTls = /^ *(ssl_\w+ .*;|server_name .*;|listen \[.*;)\n/gm
  const servers = ports.map((one) => `  server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;\n`).join('')
  const balanced = file
    .replace(/server \{\n +listen 80;.*?\n\}\n/s, '')
    .replace(/( +server 127\.0\.0\.1:\d+ max_fails=1 fail_timeout=1s;\n)+/, servers)
    .replace(withTls, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
  const site = keepAlive ? balanced : balanced.replace(keptOnly, '')
  assert.ok(
    site.includes(servers) && site.includes(`:${port};`) && !/\b(ssl|443)\b/.test(site.replace(/#.*/g, '')),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temporary/${kind};`,
  )
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  keepalive_requests 100000;
  ${site}
}
`
}
