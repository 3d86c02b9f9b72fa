import { z } from 'zod'
import type { PublishContext } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import type { RedditCalls } from './reddit-calls.ts'

// Clocks differ.
const margin = 60_000
const mostPages = 3

const Submission = z.object({
  name: z.string(),
  title: z.string(),
  subreddit: z.string(),
  created_utc: z.number(),
  permalink: z.string(),
  is_self: z.boolean().optional(),
  selftext: z.string().optional(),
  url: z.string().optional(),
})
type Submission = z.infer<typeof Submission>

const Page = z.object({
  data: z.object({
    children: z.array(z.object({ data: Submission })),
    after: z.string().nullable().optional(),
  }),
})

/** A name of a subreddit without what people write before it. */
export const subredditOf = ({ content }: Pick<PublishContext, 'content'>): string =>
  (content.target.subreddit ?? '').trim().replace(/^\/?r\//i, '')

/** The link that is the whole text of a post, which is then submitted as a link. */
export function linkOf({ content }: Pick<PublishContext, 'content'>): string | undefined {
  const text = content.text.trim()
  return content.files.length === 0 && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : undefined
}

/**
 * What the account has submitted since a moment that may be this post: https://www.reddit.com/dev/api#GET_user_{username}_submitted
 * `same` says what the post says; `alike` has its title and its subreddit. `isWhole`: nothing is missing from the list.
 */
export async function findSubmissions(ask: RedditCalls, context: PublishContext, since: Date) {
  const from = (since.getTime() - margin) / 1000
  const subreddit = subredditOf(context).toLowerCase()
  const title = comparable(context.content.title)
  const found: { same: Submission[]; alike: Submission[]; isWhole: boolean } = {
    ...{ same: [], alike: [], isWhole: false },
  }
  let after: string | undefined
  for (let page = 0; page < mostPages && !found.isWhole; page++) {
    const query = new URLSearchParams({ sort: 'new', limit: '100', raw_json: '1', ...(after && { after }) })
    const path = `/user/${encodeURIComponent(context.account.name)}/submitted?${query}`
    const { data } = readAnswer(Page, (await ask(context, path)).json)
    const recent = data.children.map((child) => child.data).filter((one) => one.created_utc >= from)
    const alike = recent.filter(
      (one) => one.subreddit.toLowerCase() === subreddit && comparable(one.title) === title,
    )
    found.alike.push(...alike)
    found.same.push(...alike.filter((one) => saysTheSame(context, one)))
    after = data.after ?? undefined
    found.isWhole = after === undefined || recent.length < data.children.length
  }
  return found
}

function saysTheSame(context: PublishContext, { is_self: isSelf, selftext = '', url }: Submission): boolean {
  const link = linkOf(context)
  if (link !== undefined)
    return url !== undefined && URL.canParse(url) && new URL(url).href === new URL(link).href
  if (context.content.files.length > 0) return isSelf !== true
  return isSelf === true && comparable(selftext) === comparable(context.content.text)
}

/** A text without spaces and invisible characters, which Reddit tidies. */
const comparable = (text: string) => text.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, '')
