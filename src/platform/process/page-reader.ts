import { setTimeout as sleep } from 'node:timers/promises'

interface ReaderOptions {
  get(url: string): Promise<{ statusCode: number; body: string }>
  /** How long a product that is overloaded is asked again, and how often, in milliseconds. */
  patience: number
  pause: number
}

/** Reads pages. Those that are refused for a moment are asked for again: a busy machine says nothing of the backup. */
export function createPageReader({ get, patience, pause }: ReaderOptions) {
  const until = performance.now() + patience
  /** The text of a page. @throws {Error} with what it answers instead */
  return async (url: string): Promise<string> => {
    for (;;) {
      const { statusCode, body } = await get(url)
      if (statusCode === 200) return body
      if (statusCode !== 503 || performance.now() > until) throw new Error(`${url} answers ${statusCode}`)
      await sleep(pause)
    }
  }
}
