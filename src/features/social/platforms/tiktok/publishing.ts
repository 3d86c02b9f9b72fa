import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  Json,
  Preparation,
  PublishContext,
  Published,
  Publishing,
  Search,
} from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'
import { chooseVisibility, readCreator } from './creator.ts'
import { getProgress, type PhotosProgress, Progress } from './progress.ts'
import { readStatus, settledAs } from './status.ts'
import { createVideos } from './videos.ts'

const Photos = z.object({ publish_id: z.string().min(1) })

/**
 * Publishes videos, which are sent in chunks and posted when the last has arrived, and photos, which TikTok fetches.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post,
 * https://developers.tiktok.com/doc/content-posting-api-reference-photo-post
 */
export function createPublishing(api: TiktokApi, options: PlatformOptions): Publishing {
  const { endpoints, now } = options
  const videos = createVideos(api, options)

  async function preparePhotos(context: PublishContext, stored: Json | null): Promise<Preparation> {
    const known = Progress.safeParse(stored).data
    if (known?.kind === 'photos') return { isReady: true, progress: known }
    const creator = await readCreator(api, context)
    const { privacy, allowed } = chooseVisibility(context.content, creator)
    const progress: PhotosProgress = {
      ...{ kind: 'photos', username: creator.creator_username, privacy, since: now().toISOString() },
      allowsComments: allowed.includes('comments'),
    }
    return { isReady: true, progress }
  }

  async function publishPhotos(context: PublishContext, progress: PhotosProgress): Promise<Published> {
    const { title, text, files } = context.content
    const urls = files.map((file) => file.url())
    const json = {
      ...{ media_type: 'PHOTO', post_mode: 'DIRECT_POST' },
      post_info: {
        ...{ title, description: text, privacy_level: progress.privacy },
        ...{ disable_comment: !progress.allowsComments, auto_add_music: false },
        ...{ brand_content_toggle: false, brand_organic_toggle: false },
      },
      source_info: { source: 'PULL_FROM_URL', photo_images: urls, photo_cover_index: 0 },
    }
    // Whoever has the address of a file can fetch it.
    const call = { path: '/v2/post/publish/content/init/', json, secrets: urls }
    return { id: (await api.call(context, call, Photos)).publish_id, url: null, isPending: true }
  }

  async function find(context: PublishContext, search: { progress: Json; since: Date }): Promise<Search> {
    const progress = Progress.safeParse(search.progress).data
    // The id of photos is in the answer that was lost.
    if (progress?.kind !== 'video') return { state: 'unknown' }
    const status = await readStatus(api, context, progress.publishId).catch((error: unknown) => {
      if (error instanceof PlatformFault && error.kind === 'refused') return undefined
      throw error
    })
    if (status === undefined) return { state: 'unknown' }
    if (status.status === 'PROCESSING_UPLOAD') {
      const size = context.content.files[0]?.size ?? 0
      if (status.uploaded_bytes === undefined) return { state: 'unknown' }
      // Its last chunk can be sent again: TikTok posts one upload once.
      if (status.uploaded_bytes < size) return { state: 'absent' }
    }
    return { state: 'published', published: { id: progress.publishId, url: null, isPending: true } }
  }

  return {
    async prepare(context, stored) {
      const [first] = context.content.files
      if (!first) throw new PlatformFault('refused', 'photo_images: []')
      return first.kind === 'video' ? videos.prepare(context, first, stored) : preparePhotos(context, stored)
    },
    async publish(context, stored) {
      const progress = getProgress(stored)
      if (progress.kind === 'photos') return publishPhotos(context, progress)
      return videos.publish(context, progress)
    },
    find,
    async settle(context, stored, { id }) {
      const progress = getProgress(stored)
      const status = await readStatus(api, context, id)
      return settledAs(status, { progress, publishId: id, site: endpoints.tiktok.site, now: now() })
    },
  }
}
