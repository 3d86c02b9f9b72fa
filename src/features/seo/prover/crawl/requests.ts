import { setTimeout as sleep } from 'node:timers/promises'

/** An answer as a visitor gets it; header names in lower case. */
export interface SiteAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/** Sends a request to the site's own server. The path begins with a slash. */
export type AskSite = (request: { method: 'GET' | 'HEAD'; path: string }) => Promise<SiteAnswer>

// A server that has too much to do says so for a few seconds; the check is what can wait.
const pauses = [500, 2_000, 4_000, 8_000]

/** Asks again after a while, as polite crawlers do, where the server has too much to do. */
export function askPatiently(ask: AskSite, isStopping: () => boolean): AskSite {
  return async (request) => {
    for (const pause of pauses) {
      const answer = await ask(request)
      const isBusy =
        answer.status === 429 || (answer.status === 503 && answer.headers['retry-after'] !== undefined)
      if (!isBusy || isStopping()) return answer
      await sleep(pause)
    }
    return ask(request)
  }
}
