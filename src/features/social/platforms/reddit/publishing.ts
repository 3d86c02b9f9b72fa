import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type {
  Json,
  PublishContext,
  Published,
  Publishing,
  Search,
} from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import { createMediaUpload, uploadsOf } from './media-upload.ts'
import type { RedditCalls } from './reddit-calls.ts'
import { findSubmissions, linkOf, subredditOf } from './submissions.ts'

// What Reddit accepts is listed at once, but pictures only when it has processed them.
const grace = 10 * 60_000
const graceOfPictures = 30 * 60_000
const pendingPrefix = 'pending:'

const Submitted = z.object({
  json: z.object({
    data: z.object({
      url: z.string().optional(),
      name: z.string().optional(),
      id: z.string().optional(),
      websocket_url: z.string().nullable().optional(),
    }),
  }),
})
const Info = z.object({
  data: z.object({
    children: z.array(z.object({ data: z.object({ score: z.number(), num_comments: z.number() }) })),
  }),
})

/** Submits texts, links, pictures and galleries: https://www.reddit.com/dev/api#POST_api_submit */
export function createRedditPublishing(ask: RedditCalls, options: PlatformOptions): Publishing {
  const { now } = options
  const { site } = options.endpoints.reddit
  const locate = (permalink: string) => new URL(permalink, site).href

  async function search(context: PublishContext, since: Date): Promise<Search> {
    const { same, alike, isWhole } = await findSubmissions(ask, context, since)
    const [one] = same
    if (one && same.length === 1)
      return { state: 'published', published: { id: one.name, url: locate(one.permalink) } }
    // Somebody has to tell apart what looks like it.
    if (alike.length > 0 || !isWhole) return { state: 'unknown' }
    const again = new Date(since.getTime() + (context.content.files.length > 0 ? graceOfPictures : grace))
    if (now() >= again) return { state: 'absent' }
    throw new PlatformFault('busy', 'A post may be listed later.', { again })
  }

  return {
    prepare: createMediaUpload(ask, options),
    publish: (context, progress) => submit(ask, context, progress, { locate, now }),
    find: (context, { since }) => search(context, since),
    /** A picture is shown when it has been processed; where it is, is not told but to who listens to a socket. */
    async settle(context, _progress, published) {
      const since = new Date(Number(published.id.slice(pendingPrefix.length)))
      const { same, alike, isWhole } = await findSubmissions(ask, context, since)
      const [one] = same
      if (one && same.length === 1) return { id: one.name, url: locate(one.permalink) }
      const isOver = now().getTime() - since.getTime() > graceOfPictures
      if (isOver && isWhole && alike.length === 0) return { rejection: 'reddit_media' }
      return published
    },
    /** https://www.reddit.com/dev/api#POST_api_del */
    async remove(context, { id }) {
      if (id.startsWith(pendingPrefix)) throw new PlatformFault('refused', 'The post is not shown yet.')
      await ask(context, '/api/del', { form: { id } })
    },
    async readFigures(context, { id }) {
      if (id.startsWith(pendingPrefix)) return {}
      const { data } = readAnswer(Info, (await ask(context, `/api/info?id=${encodeURIComponent(id)}`)).json)
      const [found] = data.children
      if (!found) throw new PlatformFault('refused', 'The post is not there any more.', { status: 404 })
      return { score: found.data.score, replies: found.data.num_comments }
    },
  }
}

async function submit(
  ask: RedditCalls,
  context: PublishContext,
  progress: Json,
  { locate, now }: { locate(permalink: string): string; now(): Date },
): Promise<Published> {
  const { text, title, target } = context.content
  const uploads = uploadsOf(progress)
  const [first] = uploads
  const link = linkOf(context)
  const flair = target.flair?.trim()
  const common = { sr: subredditOf(context), title, api_type: 'json', ...(flair && { flair_id: flair }) }
  const settings = { resubmit: 'true', sendreplies: 'true', validate_on_submit: 'true' }
  const began = now().getTime()
  const request = () => {
    if (uploads.length > 1) {
      const items = uploads.map(({ id }) => ({ media_id: id, caption: '', outbound_url: '' }))
      const json = { ...common, sendreplies: true, validate_on_submit: true, show_error_list: true, items }
      return ask(context, '/api/submit_gallery_post.json', { json: { ...json, ...(text && { text }) } })
    }
    const kind = first
      ? { kind: 'image', url: first.url, ...(text && { text }) }
      : link === undefined
        ? { kind: 'self', text }
        : { kind: 'link', url: link }
    return ask(context, '/api/submit', { form: { ...common, ...settings, ...kind } })
  }
  const { data } = readAnswer(Submitted, (await request()).json).json
  const name = data.name ?? (data.id?.startsWith('t3_') ? data.id : undefined) ?? nameIn(data.url)
  if (name !== undefined) return { id: name, url: data.url === undefined ? null : locate(data.url) }
  return { id: `${pendingPrefix}${began}`, url: null, isPending: true }
}

/** The name of a submission in its address: `https://www.reddit.com/r/test/comments/abc12/a_title/`. */
function nameIn(url: string | undefined): string | undefined {
  const id = /\/comments\/([a-z0-9]+)/.exec(url ?? '')?.[1]
  return id === undefined ? undefined : `t3_${id}`
}
