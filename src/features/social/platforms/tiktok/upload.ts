import { PlatformFault } from '#features/social/platforms/fault.ts'
import { readContent } from '#features/social/platforms/file-content.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { PostFile, PublishContext } from '#features/social/platforms/platform.ts'
import { type PlatformAnswer, shorten } from '#features/social/platforms/platform-calls.ts'
import { tiktokFault } from './api.ts'

// Megabytes of a million bytes satisfy the documentation whatever it means by MB. Chunks may have 5 to 64 of them; each is held in memory.
const mostWhole = 20_000_000
const usualChunk = 10_000_000
const timeout = 5 * 60_000

/**
 * In how many chunks a video is sent. The last one also takes what is left.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export function planChunks(size: number): { chunkSize: number; count: number } {
  if (size <= mostWhole) return { chunkSize: size, count: 1 }
  return { chunkSize: usualChunk, count: Math.floor(size / usualChunk) }
}

/**
 * What came of sending a chunk. `complete`: TikTok has the whole video, and begins to post it; `behind`: it has `bytes` of it, and wants
 * the chunk that follows them; `gone`: the upload has ended, as it does after an hour.
 */
export type Sent =
  | { state: 'accepted' }
  | { state: 'complete' }
  | { state: 'behind'; bytes: number; sentence: string }
  | { state: 'gone'; sentence: string }

/** What the documentation says of these answers, which have no text of their own. */
const sentences: Readonly<Record<number, string>> = {
  403: 'The upload_url has expired.',
  404: 'TikTok cannot find a valid upload task given the upload_url.',
  416: 'Content-Range does not reflect the actual upload progress.',
}

/** Sends chunks of videos. TikTok takes each of an upload once, in their order. */
export function createUploader({ calls, now }: PlatformOptions) {
  /** @throws {PlatformFault} */
  return async function send(
    { signal, observe }: Pick<PublishContext, 'signal' | 'observe'>,
    { url, video, index }: { url: string; video: PostFile; index: number },
  ): Promise<Sent> {
    const { size, type } = video
    const { chunkSize, count } = planChunks(size)
    const start = index * chunkSize
    const end = (index === count - 1 ? size : start + chunkSize) - 1
    const answer = await calls.call(url, {
      ...{ method: 'PUT', timeout, signal, observe, secrets: [url, new URL(url).search] },
      headers: { 'content-type': type, 'content-range': `bytes ${start}-${end}/${size}` },
      body: await readContent(video, { start, end }),
    })
    return read(answer, size)
  }

  function read(answer: PlatformAnswer, size: number): Sent {
    const { status } = answer
    const sentence = shorten(answer.body) || (sentences[status] ?? `HTTP ${status}`)
    if (status === 201) return { state: 'complete' }
    if (status === 206) return { state: 'accepted' }
    if (status === 403 || status === 404) return { state: 'gone', sentence }
    const bytes = status === 416 ? bytesOf(answer.headers) : undefined
    if (bytes === undefined) {
      if (status >= 200 && status < 300) throw new PlatformFault('lost', `HTTP ${status}`, { status })
      throw tiktokFault(answer, now())
    }
    return bytes >= size - 1 ? { state: 'complete' } : { state: 'behind', bytes, sentence }
  }
}

/** How many bytes of a video TikTok has, perhaps one less: `Content-Range: bytes 0-{UPLOADED_BYTES}/{TOTAL_BYTE_LENGTH}`. */
function bytesOf(headers: Headers): number | undefined {
  const [, uploaded] = /^bytes 0-(\d+)\/\d+$/.exec(headers.get('content-range') ?? '') ?? []
  return uploaded === undefined ? undefined : Number(uploaded)
}
