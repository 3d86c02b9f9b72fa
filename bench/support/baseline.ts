import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findFreePort, keep, stop } from './server.ts'

/** What a bare server does: answer GET with given bytes, throw away posted JSON, or insert it with Fastify. */
export type BaselineTask =
  | { does: 'answer'; headers: Record<string, string>; base64: string }
  | { does: 'parse' }
  | { does: 'insert'; databaseUrl: string }

/** The least that the same runtime can do for the same request, as a process of its own. */
export async function startBaseline(task: BaselineTask): Promise<{ url: string } & AsyncDisposable> {
  const port = await findFreePort()
  const child = fork(new URL('baseline-server.ts', import.meta.url), [String(port)])
  keep(child)
  child.send(task)
  const [outcome] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (outcome !== 'ready') throw new Error('the bare server did not start')
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) }
}

/** A bare server that answers with what `url` answers: the same bytes and the headers needed to read them. */
export async function startBaselineOf(url: string): Promise<{ url: string } & AsyncDisposable> {
  // Not fetch, which would hand over the bytes decompressed.
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
