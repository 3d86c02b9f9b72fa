import type { SubmissionWay } from './engine.ts'
import { type Exchange, judge } from './exchange.ts'

interface IndexNowOptions {
  exchange: Exchange
  /** The address of the engine's interface. */
  endpoint: string
  publicUrl: string
  /** Our key, which the engine reads at `/<key>.txt`. */
  key: string
}

/**
 * IndexNow (https://www.indexnow.org/documentation): 200 accepted; 202 accepted, and the key will be checked; 400 malformed; 403 the
 * key is not at its place; 422 addresses of another host; 429 too many.
 */
export function indexNow({ exchange, endpoint, publicUrl, key }: IndexNowOptions): SubmissionWay {
  return {
    ...{ mostAddresses: 10_000, hasQuota: false },
    async send(urlList, signal) {
      const { host } = new URL(publicUrl)
      const body = JSON.stringify({ host, key, keyLocation: `${publicUrl}/${key}.txt`, urlList })
      return judge(
        await exchange({
          ...{ url: endpoint, method: 'POST', body, signal },
          headers: { 'content-type': 'application/json; charset=utf-8' },
        }),
      )
    },
  }
}
