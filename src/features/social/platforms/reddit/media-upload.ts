import { z } from 'zod'
import { readContent } from '#features/social/platforms/file-content.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Json, PostFile, Preparation, PublishContext } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import type { RedditCalls } from './reddit-calls.ts'

const Upload = z.object({
  /** What galleries call it. */
  id: z.string(),
  /** Where it is. */
  url: z.string(),
  at: z.number(),
})
const Progress = z.object({ uploads: z.array(Upload) })

const Lease = z.object({
  args: z.object({
    action: z.string(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
  asset: z.object({ asset_id: z.string() }),
})

// How long an upload that belongs to no post is kept is not documented.
const freshness = 3_600_000
const uploadTimeout = 120_000
const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/gif': 'gif' }

/** The pictures of a post that is prepared, in order. */
export const uploadsOf = (progress: Json) => Progress.safeParse(progress).data?.uploads ?? []

/**
 * Uploads the pictures of a post, one each time. Reddit leases a place in its store, to which the file is sent as a form. That is not
 * documented, and done as its official clients and PRAW do: https://praw.readthedocs.io/en/stable/code_overview/models/subreddit.html
 */
export function createMediaUpload(ask: RedditCalls, { calls, endpoints, now }: PlatformOptions) {
  async function upload(context: PublishContext, file: PostFile, index: number) {
    const name = `${index + 1}.${extensions[file.type] ?? 'jpg'}`
    const content = await readContent(file)
    const form = { filepath: name, mimetype: file.type }
    const { args, asset } = readAnswer(Lease, (await ask(context, '/api/media/asset.json', { form })).json)
    const body = new FormData()
    for (const field of args.fields) body.append(field.name, field.value)
    body.append('file', new Blob([content], { type: file.type }), name)
    // The address has no scheme.
    const url = new URL(args.action, endpoints.reddit.api)
    const { signal, observe } = context
    const request = { method: 'POST', body, signal, observe, timeout: uploadTimeout } as const
    calls.requireSuccess(await calls.call(url, request), readStoreError)
    const key = args.fields.find((field) => field.name === 'key')?.value ?? ''
    return { id: asset.asset_id, url: `${url.href.replace(/\/$/, '')}/${key}`, at: now().getTime() }
  }

  return async (context: PublishContext, before: Json | null): Promise<Preparation> => {
    const { files } = context.content
    const stored = uploadsOf(before)
    const isFresh = stored.every(({ at }) => now().getTime() - at < freshness)
    const uploads = isFresh ? stored.slice(0, files.length) : []
    const file = files[uploads.length]
    if (!file) return { isReady: true, progress: { uploads } }
    const progress = { uploads: [...uploads, await upload(context, file, uploads.length)] }
    const isReady = progress.uploads.length === files.length
    return isReady ? { isReady, progress } : { isReady, progress, wait: 0 }
  }
}

/** The sentence in an error of the store, which is XML. */
const readStoreError = (body: string): string | undefined => /<Message>([^<]+)<\/Message>/.exec(body)?.[1]
