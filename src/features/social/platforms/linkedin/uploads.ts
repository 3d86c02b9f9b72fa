import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { readContent } from '#features/social/platforms/file-content.ts'
import type { PostFile } from '#features/social/platforms/platform.ts'
import { readJson } from '#features/social/platforms/platform-calls.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import type { LinkedinClient } from './client.ts'

/** How far the upload of a file is. */
export const Upload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('image'),
    urn: z.string(),
    address: z.string(),
    /** In milliseconds since 1970. */
    expiresAt: z.number(),
    isReady: z.boolean(),
  }),
  z.object({
    kind: z.literal('video'),
    urn: z.string(),
    token: z.string(),
    expiresAt: z.number(),
    /** `id` is what LinkedIn has called the part once it has it. */
    parts: z.array(
      z.object({ address: z.string(), first: z.number(), last: z.number(), id: z.string().nullable() }),
    ),
    isComplete: z.boolean(),
    /** How often we have asked whether it has been processed. */
    checks: z.number(),
    isReady: z.boolean(),
  }),
])
export type Upload = z.infer<typeof Upload>
type VideoUpload = Extract<Upload, { kind: 'video' }>

/** A step of an upload, and after how many milliseconds the next one makes sense. */
export interface UploadStep {
  upload: Upload
  wait: number
}

const usualLife = 3_600_000
// What has been sent is stored after every step.
const partsPerStep = 8
const mostChecks = 150
const checkPauses = [2_000, 4_000, 8_000]
// Where LinkedIn does not tell a member how far a video is.
const blindChecks = 3

const address = z.url({ protocol: /^https?$/ })
const ImageAnswer = z.object({
  value: z.object({ uploadUrl: address, image: z.string(), uploadUrlExpiresAt: z.number().optional() }),
})
const VideoAnswer = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string().catch(''),
    uploadUrlsExpireAt: z.number().optional(),
    uploadInstructions: z
      .array(z.object({ uploadUrl: address, firstByte: z.number(), lastByte: z.number() }))
      .min(1),
  }),
})
const VideoStatus = z.object({ status: z.string(), processingFailureReason: z.string().optional() })

/**
 * Begins an upload.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api
 */
export async function beginUpload(
  client: LinkedinClient,
  { file, owner, now }: { file: PostFile; owner: string; now: Date },
): Promise<Upload> {
  const begin = (path: string, request: object) =>
    client.call(`/rest/${path}?action=initializeUpload`, {
      ...{ method: 'POST', json: { initializeUploadRequest: { owner, ...request } }, isConfidential: true },
    })
  const usualEnd = now.getTime() + usualLife
  if (file.kind === 'image') {
    const { value } = readAnswer(ImageAnswer, readJson((await begin('images', {})).body))
    return {
      ...{ kind: 'image', urn: value.image, address: value.uploadUrl, isReady: false },
      expiresAt: value.uploadUrlExpiresAt ?? usualEnd,
    }
  }
  const request = { fileSizeBytes: file.size, uploadCaptions: false, uploadThumbnail: false }
  const { value } = readAnswer(VideoAnswer, readJson((await begin('videos', request)).body))
  return {
    ...{ kind: 'video', urn: value.video, token: value.uploadToken, isComplete: false, checks: 0 },
    expiresAt: value.uploadUrlsExpireAt ?? usualEnd,
    parts: value.uploadInstructions.map(({ uploadUrl, firstByte, lastByte }) => ({
      ...{ address: uploadUrl, first: firstByte, last: lastByte, id: null },
    })),
    isReady: false,
  }
}

/** Whether the addresses of an upload have ended before everything was sent. */
export function isOver(upload: Upload, now: Date): boolean {
  const isSent = upload.kind === 'image' ? upload.isReady : upload.isComplete
  return !isSent && upload.expiresAt <= now.getTime()
}

/** Goes on with an upload. What has been sent is not sent again. */
export async function continueUpload(
  client: LinkedinClient,
  upload: Upload,
  file: PostFile,
): Promise<UploadStep> {
  if (upload.kind === 'image') {
    await client.upload(upload.address, await readContent(file), file.type)
    return { upload: { ...upload, isReady: true }, wait: 0 }
  }
  if (upload.parts.some(({ id }) => id === null)) return sendParts(client, upload, file)
  return upload.isComplete ? checkVideo(client, upload) : completeVideo(client, upload)
}

async function sendParts(client: LinkedinClient, upload: VideoUpload, file: PostFile): Promise<UploadStep> {
  const parts = [...upload.parts]
  let sent = 0
  try {
    for (const [index, part] of parts.entries()) {
      if (part.id !== null) continue
      if (sent === partsPerStep) break
      const piece = await readContent(file, { start: part.first, end: Math.min(part.last, file.size - 1) })
      const { headers } = await client.upload(part.address, piece, 'application/octet-stream')
      const id = headers.get('etag')?.replace(/^(W\/)?"|"$/g, '')
      if (!id) throw new PlatformFault('lost', 'a part of the video was not confirmed')
      parts[index] = { ...part, id }
      sent++
    }
  } catch (error) {
    // What has been sent is kept first; the next step tells of the fault if it is still there.
    if (sent === 0) throw error
  }
  return { upload: { ...upload, parts }, wait: 0 }
}

async function completeVideo(client: LinkedinClient, upload: VideoUpload): Promise<UploadStep> {
  const { urn: video, token: uploadToken, parts } = upload
  const uploadedPartIds = parts.map(({ id }) => id)
  await client.call('/rest/videos?action=finalizeUpload', {
    ...{ method: 'POST', json: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } } },
  })
  return { upload: { ...upload, isComplete: true }, wait: checkPauses[0] ?? 0 }
}

async function checkVideo(client: LinkedinClient, upload: VideoUpload): Promise<UploadStep> {
  const checks = upload.checks + 1
  const status = await readVideoStatus(client, upload.urn)
  const isReady = status === undefined ? checks >= blindChecks : status.status === 'AVAILABLE'
  if (status?.status === 'PROCESSING_FAILED')
    throw new PlatformFault('refused', status.processingFailureReason ?? status.status)
  if (!isReady && checks >= mostChecks)
    throw new PlatformFault('refused', status?.status ?? 'the video is not ready')
  return { upload: { ...upload, checks, isReady }, wait: checkPauses[checks] ?? checkPauses.at(-1) ?? 0 }
}

/** Undefined where the member's token may not read it. */
async function readVideoStatus(client: LinkedinClient, urn: string) {
  try {
    const answer = await client.call(`/rest/videos/${encodeURIComponent(urn)}`, { method: 'GET' })
    return readAnswer(VideoStatus, readJson(answer.body))
  } catch (error) {
    if (error instanceof PlatformFault && error.status === 403) return undefined
    throw error
  }
}
