import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findFreePort, keep, stop } from './server.ts'

/** The task of a bare server: answer GET with given bytes, send files, discard posted JSON, or insert it with Fastify. */
export type BaselineTask =
  | { does: 'answer'; headers: Record<string, string>; base64: string }
  | { does: 'static'; folder: string }
  | { does: 'parse' }
  | { does: 'insert'; databaseUrl: string }

/** The minimal server for the same request on the same runtime, in its own process. */
export async function startBaseline(task: BaselineTask): Promise<{ url: string } & AsyncDisposable> {
  const port = await findFreePort()
  const child = fork(new URL('baseline-server.ts', import.meta.url), [String(port)])
  keep(child)
  child.send(task)
  const [outcome] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (outcome !== 'ready') throw new Error('the bare server did not start')
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) }
}

/** A bare server with the response of `url`: the same bytes and the headers needed to read them. */
export async function startBaselineOf(url: string): Promise<{ url: string } & AsyncDisposable> {
  // Not fetch, which would decompress the bytes.
  const [answer] = (await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')) as [
    IncomingMessage,
  ]
  const body = await buffer(answer)
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}`)
  const headers: Record<string, string> = {}
  for (const name of ['content-type', 'content-encoding'] as const) {
    const value = answer.headers[name]
    if (value !== undefined) headers[name] = value
  }
  return startBaseline({ does: 'answer', headers, base64: body.toString('base64') })
}
