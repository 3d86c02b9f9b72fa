import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../test/support/server-process.ts'
import { until } from '../../test/support/until.ts'
import { isOpen } from './open-port.ts'
import { findSystemProgram } from './requirements.ts'

export interface Varnish {
  url: string
  stop(): Promise<void>
}

interface VarnishOptions {
  /** The port on which it listens. */
  port: number
  /** The port of the product. */
  backend: number
  token: string
}

/** Starts Varnish with the configuration that we ship, in a temporary folder. */
export async function startVarnish({ port, backend, token }: VarnishOptions): Promise<Varnish> {
  const program = findSystemProgram('varnishd')
  if (!program) throw new Error('there is no Varnish')
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-varnish-'))
  const shipped = await readFile(new URL('../../deploy/varnish/default.vcl', import.meta.url), 'utf8')
  const configuration = shipped.replace('"3000"', `"${backend}"`).replace('CHANGE-THIS-TOKEN', token)
  assert.ok(configuration.includes(`"${backend}"`) && configuration.includes(token))
  await writeFile(join(folder, 'default.vcl'), configuration)
  const child = spawn(
    program,
    [
      ...['-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-f', join(folder, 'default.vcl')],
      ...['-n', join(folder, 'work'), '-s', 'malloc,64m', '-p', 'feature=+http2'],
    ],
    { stdio: 'ignore' },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const closed = once(child, 'close')
  await until(() => isOpen(port), 'Varnish listens')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await closed
      process.off('exit', kill)
      await rm(folder, { recursive: true })
    },
  }
}

/** A connection to a port that can be cut: purges go through it, visitors do not. */
export async function startCable(to: number) {
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  let server = createServer()

  async function plug(): Promise<void> {
    server = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => sockets.delete(socket))
      }
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  async function cut(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await plug()
  return { url: `http://127.0.0.1:${port}`, plug, cut }
}
