import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  Json,
  PostFile,
  Preparation,
  PublishContext,
  Published,
} from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'
import { chooseVisibility, readCreator, type Visibility } from './creator.ts'
import { Progress, type VideoProgress } from './progress.ts'
import { createUploader, planChunks } from './upload.ts'

const Begun = z.object({ publish_id: z.string().min(1), upload_url: z.url() })

// An upload ends after an hour.
const longestUpload = 50 * 60_000
const mostRestarts = 2
/** How long chunks are sent before what has been sent is stored. */
const sendingTime = 20_000

/** Prepares a video by sending all of its chunks but the last, which publishes it. */
export function createVideos(api: TiktokApi, options: PlatformOptions) {
  const { now } = options
  const send = createUploader(options)

  async function begin(context: PublishContext, file: PostFile, restarts: number): Promise<VideoProgress> {
    const creator = await readCreator(api, context)
    const longest = creator.max_video_post_duration_sec
    if (longest !== undefined && (file.seconds ?? 0) > longest)
      throw new PlatformFault('refused', `max_video_post_duration_sec: ${longest}`)
    const visibility = chooseVisibility(context.content, creator)
    const json = initOf(context, file, visibility)
    const begun = await api.call(context, { path: '/v2/post/publish/video/init/', json }, Begun)
    return {
      ...{ kind: 'video', username: creator.creator_username, since: now().toISOString() },
      privacy: visibility.privacy,
      ...{ publishId: begun.publish_id, uploadUrl: begun.upload_url, sent: 0, restarts },
    }
  }

  /** Sends chunks for a while; a sentence when the upload has ended and has to be begun anew. */
  async function sendChunks(
    context: PublishContext,
    file: PostFile,
    progress: VideoProgress,
  ): Promise<VideoProgress | string> {
    const { chunkSize, count } = planChunks(file.size)
    const until = now().getTime() + sendingTime
    let { sent } = progress
    while (sent < count - 1 && now().getTime() < until) {
      const result = await send(context, { url: progress.uploadUrl, video: file, index: sent })
      if (result.state === 'gone') return result.sentence
      if (result.state === 'accepted') sent += 1
      else if (result.state === 'complete') sent = count - 1
      else {
        // A process that died has sent more than was stored.
        const next = Math.floor((result.bytes + 1) / chunkSize)
        if (next === sent || next >= count) return result.sentence
        sent = next
      }
    }
    return { ...progress, sent }
  }

  return {
    async prepare(context: PublishContext, file: PostFile, stored: Json | null): Promise<Preparation> {
      const known = Progress.safeParse(stored).data
      const { count } = planChunks(file.size)
      const ready = (progress: VideoProgress): Preparation =>
        progress.sent >= count - 1 ? { isReady: true, progress } : { isReady: false, progress, wait: 0 }
      if (known?.kind !== 'video') return ready(await begin(context, file, 0))
      if (now().getTime() - Date.parse(known.since) > longestUpload)
        return ready(await begin(context, file, 0))
      if (known.sent >= count - 1) return ready(known)
      const progress = await sendChunks(context, file, known)
      if (typeof progress !== 'string') return ready(progress)
      if (known.restarts >= mostRestarts) throw new PlatformFault('refused', progress)
      return ready(await begin(context, file, known.restarts + 1))
    },
    async publish(context: PublishContext, progress: VideoProgress): Promise<Published> {
      const [file] = context.content.files
      if (!file) throw new PlatformFault('refused', 'video_size')
      const index = planChunks(file.size).count - 1
      const result = await send(context, { url: progress.uploadUrl, video: file, index })
      if (result.state === 'complete') return { id: progress.publishId, url: null, isPending: true }
      if (result.state === 'accepted') throw new PlatformFault('lost', 'HTTP 206', { status: 206 })
      throw new PlatformFault('refused', result.sentence)
    },
  }
}

/** What begins a video. */
function initOf(context: PublishContext, file: PostFile, { privacy, allowed }: Visibility) {
  const { chunkSize, count } = planChunks(file.size)
  return {
    post_info: {
      ...{ title: context.content.text, privacy_level: privacy },
      disable_comment: !allowed.includes('comments'),
      disable_duet: !allowed.includes('duet'),
      disable_stitch: !allowed.includes('stitch'),
      ...{ brand_content_toggle: false, brand_organic_toggle: false },
    },
    source_info: {
      ...{ source: 'FILE_UPLOAD', video_size: file.size },
      ...{ chunk_size: chunkSize, total_chunk_count: count },
    },
  }
}
