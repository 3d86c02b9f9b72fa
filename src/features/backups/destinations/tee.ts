import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/** What is written at one of several places. */
export type Sink<Result> = (source: AsyncIterable<Uint8Array>) => Promise<Result>

/** What became of a source that was written at several places. */
export interface Copied<Result> {
  results: PromiseSettledResult<Result>[]
  size: number
  /** SHA-256, in hex. */
  digest: string
}

interface CopyOptions {
  signal: AbortSignal
  /** Called with how much has been read so far, in bytes. */
  onProgress(size: number): void
}

/**
 * Writes a source at several places at once, as fast as the slowest takes it. One that fails ends without the others; when
 * all have failed, the source is read no further. @throws the failure of the source, or why it was aborted
 */
export async function copyToAll<Result>(
  source: Readable,
  sinks: readonly Sink<Result>[],
  { signal, onProgress }: CopyOptions,
): Promise<Copied<Result>> {
  const branches = sinks.map((write) => openBranch(write))
  const hash = createHash('sha256')
  let size = 0
  const abort = () => source.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    signal.throwIfAborted()
    for await (const chunk of source) {
      const bytes: Uint8Array = chunk
      hash.update(bytes)
      size += bytes.length
      const open = branches.filter(({ stream }) => !stream.destroyed)
      if (open.length === 0) break
      await Promise.all(open.map(({ stream }) => pass(stream, bytes)))
      onProgress(size)
    }
    signal.throwIfAborted()
    for (const { stream } of branches) stream.end()
    const results = await Promise.allSettled(branches.map(({ result }) => result))
    return { results, size, digest: hash.digest('hex') }
  } catch (error) {
    for (const { stream } of branches) stream.destroy(error instanceof Error ? error : new Error('aborted'))
    await Promise.allSettled(branches.map(({ result }) => result))
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    source.destroy()
  }
}

function openBranch<Result>(write: Sink<Result>) {
  const stream = new PassThrough()
  // A place that has failed takes nothing more.
  stream.on('error', () => {})
  const result = write(stream).finally(() => stream.destroy())
  result.catch(() => {})
  return { stream, result }
}

async function pass(stream: PassThrough, bytes: Uint8Array): Promise<void> {
  if (stream.destroyed || stream.write(bytes)) return
  const settled = new AbortController()
  const { signal } = settled
  await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).catch(() => {})
  settled.abort()
}
