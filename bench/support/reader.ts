import type { RunningServer } from './server.ts'

/** Sends signed-in requests, each measured in milliseconds. @throws for an answer that `isGood` does not accept */
export async function createReader(
  server: RunningServer,
  isGood: (body: string) => boolean,
): Promise<(path: string) => Promise<number>> {
  const headers = { authorization: `Bearer ${await server.signIn()}` }
  return async (path) => {
    const begun = performance.now()
    const answer = await fetch(server.url + path, { headers })
    const body = await answer.text()
    const time = performance.now() - begun
    if (answer.status !== 200 || !isGood(body))
      throw new Error(`${path} answers ${answer.status} ${body.slice(0, 500)}`)
    return time
  }
}
