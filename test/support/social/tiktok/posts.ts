import { randomBytes, randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import {
  type PlatformRequest,
  publishOrFail,
  refusalSentence,
  type ShownPost,
  type SimulatorState,
} from '../simulator.ts'
import { refuseTiktok, sendData } from './answers.ts'

/** A post that was begun. */
export interface SimulatedPost {
  publishId: string
  status: 'PROCESSING_UPLOAD' | 'PROCESSING_DOWNLOAD' | 'PUBLISH_COMPLETE' | 'FAILED'
  failReason: string
  text: string
  privacy: string
  /** What viewers may do. */
  allowed: string[]
  size: number
  chunkSize: number
  chunks: number
  type: string
  uploaded: Buffer[]
  /** How often its state is told before it has been checked, and so has an address. */
  checks: number
  shown: ShownPost | undefined
}

const Info = z.object({
  ...{ title: z.string(), description: z.string().default(''), privacy_level: z.string() },
  disable_comment: z.boolean(),
  ...{ disable_duet: z.boolean().default(true), disable_stitch: z.boolean().default(true) },
})
const allowedBy = (info: z.infer<typeof Info>) => [
  ...(info.disable_comment ? [] : ['comments']),
  ...(info.disable_duet ? [] : ['duet']),
  ...(info.disable_stitch ? [] : ['stitch']),
]
const VideoInit = z.object({
  post_info: Info,
  source_info: z.object({
    source: z.literal('FILE_UPLOAD'),
    video_size: z.number().int(),
    chunk_size: z.number().int(),
    total_chunk_count: z.number().int(),
  }),
})
const PhotoInit = z.object({
  media_type: z.literal('PHOTO'),
  post_mode: z.literal('DIRECT_POST'),
  post_info: Info,
  source_info: z.object({
    source: z.literal('PULL_FROM_URL'),
    photo_images: z.array(z.string()).min(1).max(35),
    photo_cover_index: z.number(),
  }),
})

export interface TiktokWorld {
  state: SimulatorState
  posts: Map<string, SimulatedPost>
  privacyOptions(): readonly string[]
  retryAfter(): string
  origin(): string
}

const newPost = (prefix: string, rest: Partial<SimulatedPost>): SimulatedPost => ({
  publishId: `${prefix}~v2.${randomBytes(8).toString('hex')}`,
  ...{ status: 'PROCESSING_UPLOAD', failReason: '', text: '', privacy: '', allowed: [] },
  ...{ size: 0, chunkSize: 0, chunks: 0, type: '', uploaded: [], checks: 1, shown: undefined },
  ...rest,
})

const newShown = (kind: string, post: SimulatedPost, rest: Partial<ShownPost>): ShownPost => {
  const id = `7${Array.from({ length: 18 }, () => randomInt(10)).join('')}`
  const url = `https://www.tiktok.com/@acme.team/${kind}/${id}`
  return { id, url, text: post.text, title: '', target: {}, files: [], at: new Date(), ...rest }
}

/** Begins posts: videos are sent then, and photos fetched at once. */
export function createSimulatedInits({ state, posts, privacyOptions, retryAfter, origin }: TiktokWorld) {
  const mismatch = (response: ServerResponse) =>
    refuseTiktok(response, 403, 'privacy_level_option_mismatch', 'The privacy level is not offered.')

  async function fetchPhotos(urls: readonly string[]): Promise<ShownPost['files'] | undefined> {
    const files: ShownPost['files'] = []
    for (const url of urls) {
      const answer = await fetch(url).catch(() => undefined)
      if (!answer?.ok) return undefined
      const type = answer.headers.get('content-type') ?? ''
      files.push({ type, bytes: (await answer.arrayBuffer()).byteLength, alternativeText: '' })
    }
    return files
  }

  return {
    video(response: ServerResponse, { body }: PlatformRequest) {
      const init = VideoInit.safeParse(JSON.parse(body.toString('utf8'))).data
      if (!init) return refuseTiktok(response, 400, 'invalid_params', 'The request is invalid.')
      const { video_size: size, chunk_size: chunkSize, total_chunk_count: chunks } = init.source_info
      const isWhole = chunks === 1 && chunkSize === size && size <= 64_000_000
      const isSplit = chunkSize >= 5_000_000 && chunkSize <= 64_000_000 && size > chunkSize
      if (!isWhole && !(isSplit && chunks === Math.floor(size / chunkSize)))
        return refuseTiktok(response, 400, 'invalid_params', 'The chunk size is invalid')
      const { title, privacy_level: privacy } = init.post_info
      if (!privacyOptions().includes(privacy)) return mismatch(response)
      const allowed = allowedBy(init.post_info)
      const post = newPost('v_pub_file', { text: title, privacy, allowed, size, chunkSize, chunks })
      posts.set(post.publishId, post)
      const token = randomBytes(12).toString('hex')
      const upload_url = `${origin()}/video/?upload_id=${post.publishId}&upload_token=${token}`
      sendData(response, { publish_id: post.publishId, upload_url })
    },
    async photos(response: ServerResponse, { body }: PlatformRequest) {
      const init = PhotoInit.safeParse(JSON.parse(body.toString('utf8'))).data
      if (!init) return refuseTiktok(response, 400, 'invalid_params', 'The request is invalid.')
      const { title, description, privacy_level: privacy } = init.post_info
      if (!privacyOptions().includes(privacy)) return mismatch(response)
      const files = await fetchPhotos(init.source_info.photo_images)
      const allowed = allowedBy(init.post_info)
      const status = 'PROCESSING_DOWNLOAD'
      const post = newPost('p_pub_url', { text: description, privacy, allowed, status })
      posts.set(post.publishId, post)
      if (!files) {
        Object.assign(post, { status: 'FAILED', failReason: 'photo_pull_failed' })
        return sendData(response, { publish_id: post.publishId })
      }
      publishOrFail(state, response, {
        act() {
          post.shown = newShown('photo', post, { title, files })
          return post.shown
        },
        succeed: () => sendData(response, { publish_id: post.publishId }),
        refuse: () => refuseTiktok(response, 403, 'spam_risk_user_banned_from_posting', refusalSentence),
        rejectToken: () => refuseTiktok(response, 401, 'access_token_invalid', 'The token is invalid.'),
        limit() {
          const headers = { 'retry-after': retryAfter() }
          refuseTiktok(response, 429, 'rate_limit_exceeded', 'The rate limit was exceeded.', headers)
        },
      })
    },
  }
}

/** Takes the chunks of a video, and posts it when the last has arrived. */
export function createSimulatedUpload({ state, posts, retryAfter }: TiktokWorld) {
  return (response: ServerResponse, { url, headers, body }: PlatformRequest) => {
    const post = posts.get(url.searchParams.get('upload_id') ?? '')
    if (!post) return response.writeHead(404).end()
    const has = post.uploaded.reduce((sum, chunk) => sum + chunk.length, 0)
    const told = { 'content-range': `bytes 0-${has}/${post.size}` }
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
    const isLast = post.uploaded.length === post.chunks - 1
    const end = isLast ? post.size : has + post.chunkSize
    if (Number(to) - Number(from) + 1 !== body.length) return response.writeHead(400, told).end()
    if (Number(from) !== has || Number(to) !== end - 1 || Number(total) !== post.size)
      return response.writeHead(416, told).end()
    post.type = headers['content-type'] ?? ''
    if (!isLast) {
      post.uploaded.push(body)
      return response.writeHead(206, told).end()
    }
    publishOrFail(state, response, {
      act() {
        post.uploaded.push(body)
        post.status = 'PROCESSING_DOWNLOAD'
        const files = [{ type: post.type, bytes: post.size, alternativeText: '' }]
        post.shown = newShown('video', post, { files })
        return post.shown
      },
      succeed: () => response.writeHead(201, told).end(),
      refuse: () => response.writeHead(400).end(refusalSentence),
      rejectToken: () => response.writeHead(401).end(),
      limit: () => response.writeHead(429, { 'retry-after': retryAfter() }).end(),
    })
  }
}
