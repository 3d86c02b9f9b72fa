import { PassThrough, type Readable } from 'node:stream'

// How long a store may say nothing while somebody waits for the rest of a file, in milliseconds.
const longestSilence = 20_000

/**
 * Reads what a store sends: ends its request when nobody reads on, fails with what `explain` makes of its failures, and when
 * it has stopped sending. A slow reader is none of that.
 */
export function readWatched(
  body: Readable,
  explain: (error: unknown) => Error,
  silence = longestSilence,
): Readable {
  const out = new PassThrough({ highWaterMark: 256 * 1024 })
  let received = 0
  let seen = -1
  const timer = setInterval(() => {
    const isReaderSlow = body.readableLength > 0 || out.readableLength > 0
    if (!isReaderSlow && received === seen) body.destroy(new Error('the store has stopped sending'))
    seen = received
  }, silence).unref()
  body.on('data', ({ length }: Buffer) => {
    received += length
  })
  body.on('error', (error) => out.destroy(explain(error)))
  // It may fail before its reader listens, who learns of it nevertheless.
  out.on('error', () => {})
  out.on('close', () => {
    clearInterval(timer)
    body.destroy()
  })
  return body.pipe(out)
}
