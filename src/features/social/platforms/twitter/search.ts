import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { Json, PublishContext, Search } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import { mediaOf } from './media-upload.ts'
import type { TwitterCalls } from './twitter-calls.ts'

// Clocks differ, and what is accepted is listed a little later.
const margin = 60_000
const grace = 5 * 60_000
const mostPages = 5

const Post = z.object({
  id: z.string(),
  text: z.string(),
  entities: z
    .object({
      urls: z
        .array(
          z.object({
            url: z.string(),
            expanded_url: z.string().optional(),
            media_key: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
  attachments: z.object({ media_keys: z.array(z.string()).optional() }).optional(),
})
type Post = z.infer<typeof Post>

const Page = z.object({
  data: z.array(Post).optional(),
  errors: z.array(z.unknown()).optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
})

/**
 * Whether a post is among those that the account has published since a moment: https://docs.x.com/x-api/users/get-posts
 * It is known by its media, else by its text. X shortens links, escapes markup and tidies spaces, so that texts are compared without.
 * It says `absent` when all posts are listed and enough time has passed for a late one to be listed; before, it asks to be called again.
 */
export function createSearch(ask: TwitterCalls, now: () => Date) {
  return async (
    context: PublishContext,
    { progress, since }: { progress: Json; since: Date },
  ): Promise<Search | { state: 'published'; id: string }> => {
    const media = new Set(mediaOf(progress))
    const text = comparable(context.content.text)
    const isOurs = (post: Post) =>
      keysOf(post).some((key) => media.has(key.replace(/^\d+_/, ''))) ||
      (text !== '' && comparable(expand(post)) === text)
    const words = withoutLinks(context.content.text)
    /** Whether a post looks like ours but for its media or its links, which X may write in another way. */
    const couldBeOurs = (post: Post) =>
      withoutLinks(expand(post)) === words && (text !== '' || keysOf(post).length === media.size)
    let isDoubtful = false
    let token: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({
        start_time: `${new Date(since.getTime() - margin).toISOString().slice(0, 19)}Z`,
        max_results: '100',
        'tweet.fields': 'entities,attachments,created_at',
        ...(token !== undefined && { pagination_token: token }),
      })
      const path = `/2/users/${encodeURIComponent(context.account.externalId)}/tweets?${query}`
      const listed = readAnswer(Page, (await ask(context, path)).json)
      const found = listed.data?.find(isOurs)
      if (found) return { state: 'published', id: found.id }
      // What cannot be shown could be ours too.
      isDoubtful ||= (listed.errors?.length ?? 0) > 0 || (listed.data?.some(couldBeOurs) ?? false)
      token = listed.meta?.next_token
      if (token !== undefined) continue
      return isDoubtful ? { state: 'unknown' } : absentAfter(new Date(since.getTime() + grace), now())
    }
    return { state: 'unknown' }
  }
}

const keysOf = ({ attachments }: Post): string[] => attachments?.media_keys ?? []

function absentAfter(moment: Date, now: Date): Search {
  if (now >= moment) return { state: 'absent' }
  throw new PlatformFault('busy', 'A post may be listed later.', { again: moment })
}

/** The text of a post with its links in full, and without those to its own media. */
function expand({ text, entities }: Post): string {
  const links = entities?.urls ?? []
  const isMedia = ({ expanded_url: address, media_key: key }: (typeof links)[number]) =>
    key !== undefined || /\/status\/\d+\/(photo|video)\/\d+$/.test(address ?? '')
  return links.reduce(
    (rest, link) => rest.replaceAll(link.url, isMedia(link) ? '' : (link.expanded_url ?? link.url)),
    text,
  )
}

/** The words of a text, to be compared. */
const withoutLinks = (text: string) => comparable(text.replace(/https?:\/\/\S+/gi, ' '))

/** A text without what X changes: spaces, invisible characters, how links begin and end, and escaped markup. */
export const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/https?:\/\//gi, '')
    .replace(/\/(?=\s|$)/g, '')
    .replace(/(?:[\s\p{Cc}\p{Cf}]|\p{Variation_Selector})+/gu, '')
    .toLowerCase()
