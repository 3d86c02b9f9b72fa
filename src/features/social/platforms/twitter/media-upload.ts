import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { readContent } from '#features/social/platforms/file-content.ts'
import type { Json, PostFile, Preparation, PublishContext } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import type { TwitterCalls } from './twitter-calls.ts'

// A segment may have 5 MB, and there may be 1,000.
const segmentBytes = 4 * 1024 * 1024
const segmentsAtOnce = 8
const segmentTimeout = 120_000
const marginOfExpiry = 15 * 60_000

const Upload = z.object({
  id: z.string(),
  expiresAt: z.number(),
  /** What comes next. */
  step: z.enum(['append', 'finalize', 'process', 'describe', 'done']),
  /** How many segments have arrived. */
  segments: z.number(),
  /** Whether it has been begun anew, as the platform did not know the first one any more. */
  isSecond: z.boolean(),
})
type Upload = z.infer<typeof Upload>

const Progress = z.object({ uploads: z.array(Upload) })

const Initialized = z.object({
  data: z.object({ id: z.string(), expires_after_secs: z.number().optional() }),
})
const Processed = z.object({
  data: z.object({
    processing_info: z
      .object({
        state: z.string(),
        check_after_secs: z.number().optional(),
        error: z.object({ message: z.string().optional(), name: z.string().optional() }).optional(),
      })
      .optional(),
  }),
})

/** The media of a post that is prepared, in order. */
export const mediaOf = (progress: Json): string[] =>
  (Progress.safeParse(progress).data?.uploads ?? []).map(({ id }) => id)

/** How many bytes are sent of a file: a picture is converted, and small. */
const measure = async (file: PostFile): Promise<number> =>
  file.kind === 'video' ? file.size : (await readContent(file)).length

/** The steps of an upload: https://docs.x.com/x-api/media/quickstart/media-upload-chunked */
function createSteps(ask: TwitterCalls, now: () => Date) {
  async function initialize(context: PublishContext, file: PostFile, isSecond: boolean) {
    const category = file.kind === 'video' ? 'tweet_video' : 'tweet_image'
    const json = { media_type: file.type, total_bytes: await measure(file), media_category: category }
    const answer = await ask(context, '/2/media/upload/initialize', { method: 'POST', json })
    const { id, expires_after_secs: seconds = 3600 } = readAnswer(Initialized, answer.json).data
    const expiresAt = now().getTime() + seconds * 1000
    return { id, expiresAt, step: 'append', segments: 0, isSecond } satisfies Upload
  }

  /** Sends the next segments; each may be sent again. */
  async function append(context: PublishContext, file: PostFile, upload: Upload): Promise<Upload> {
    const size = await measure(file)
    const count = Math.ceil(size / segmentBytes)
    const end = Math.min(count, upload.segments + segmentsAtOnce)
    for (let index = upload.segments; index < end; index++) {
      const form = new FormData()
      form.set('segment_index', String(index))
      const start = index * segmentBytes
      const segment = await readContent(file, { start, end: Math.min(size, start + segmentBytes) - 1 })
      form.set('media', new Blob([segment]), 'segment')
      const request = { method: 'POST', body: form, timeout: segmentTimeout } as const
      await ask(context, `/2/media/upload/${upload.id}/append`, request)
    }
    return { ...upload, segments: end, step: end < count ? 'append' : 'finalize' }
  }

  /** Reads whether a file has been processed. */
  function afterProcessing(
    upload: Upload,
    answer: z.infer<typeof Processed>,
  ): { upload: Upload; wait: number } {
    const {
      state,
      check_after_secs: seconds = 1,
      error,
    } = answer.data.processing_info ?? { state: 'succeeded' }
    if (state === 'failed') throw new PlatformFault('refused', error?.message ?? error?.name ?? 'failed')
    if (state === 'succeeded') return { upload: { ...upload, step: 'describe' }, wait: 0 }
    return { upload: { ...upload, step: 'process' }, wait: seconds * 1000 }
  }

  async function advance(context: PublishContext, file: PostFile, upload: Upload) {
    const { id, step } = upload
    if (step === 'append') return { upload: await append(context, file, upload), wait: 0 }
    if (step === 'finalize') {
      const answer = await ask(context, `/2/media/upload/${id}/finalize`, { method: 'POST' })
      return afterProcessing(upload, readAnswer(Processed, answer.json))
    }
    if (step === 'process') {
      const answer = await ask(context, `/2/media/upload?command=STATUS&media_id=${id}`)
      return afterProcessing(upload, readAnswer(Processed, answer.json))
    }
    if (step === 'describe' && file.alternativeText !== '') {
      const json = { id, metadata: { alt_text: { text: file.alternativeText } } }
      await ask(context, '/2/media/metadata', { method: 'POST', json })
    }
    return { upload: { ...upload, step: 'done' as const }, wait: 0 }
  }

  return { initialize, advance }
}

/** Uploads the files of a post in parts, and waits until they have been processed. It goes on where it stopped. */
export function createMediaUpload(ask: TwitterCalls, now: () => Date) {
  const { initialize, advance } = createSteps(ask, now)
  return async (context: PublishContext, before: Json | null): Promise<Preparation> => {
    const { files } = context.content
    const isFresh = ({ expiresAt }: Upload) => expiresAt - marginOfExpiry > now().getTime()
    const stored = Progress.safeParse(before).data?.uploads ?? []
    const uploads = stored.every(isFresh) ? stored.slice(0, files.length) : []
    const index = uploads.findIndex(({ step }) => step !== 'done')
    const position = index < 0 ? uploads.length : index
    const file = files[position]
    if (!file) return { isReady: true, progress: { uploads } }
    const known = uploads[position]
    let upload = known ?? (await initialize(context, file, false))
    let wait = 0
    try {
      do {
        const segments = upload.segments
        ;({ upload, wait } = await advance(context, file, upload))
        // What has been sent of a large file is stored before more is.
        if (upload.step === 'append' && upload.segments > segments) break
      } while (wait === 0 && upload.step !== 'done')
    } catch (error) {
      // A stored upload may have come to an end meanwhile, or its last answer was lost.
      const isGone = error instanceof PlatformFault && (error.status === 400 || error.status === 404)
      if (!known || known.isSecond || !isGone) throw error
      upload = await initialize(context, file, true)
    }
    const progress = { uploads: [...uploads.slice(0, position), upload] }
    const isReady = upload.step === 'done' && progress.uploads.length === files.length
    return isReady ? { isReady, progress } : { isReady: false, progress, wait }
  }
}
