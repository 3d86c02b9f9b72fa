import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { CallContext, Target } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import type { RedditCalls } from './reddit-calls.ts'

const mostPages = 3

const Subreddits = z.object({
  data: z.object({
    children: z.array(
      z.object({
        data: z.object({
          display_name: z.string(),
          display_name_prefixed: z.string(),
          user_is_banned: z.boolean().nullable().optional(),
        }),
      }),
    ),
    after: z.string().nullable().optional(),
  }),
})
const Flairs = z.array(z.object({ id: z.string(), text: z.string(), mod_only: z.boolean().optional() }))

/**
 * The subreddits that the account moderates or has joined: https://www.reddit.com/dev/api#GET_subreddits_mine_{where}
 * and the flairs that it may choose in one of them: https://www.reddit.com/dev/api#GET_api_link_flair_v2
 */
export async function listTargets(
  ask: RedditCalls,
  context: CallContext,
  field: string,
  chosen: Readonly<Record<string, string>>,
): Promise<Target[]> {
  if (field === 'subreddit') {
    const moderated = await listSubreddits(ask, context, 'moderator')
    const joined = await listSubreddits(ask, context, 'subscriber')
    return [...new Map([...moderated, ...joined].map((one) => [one.id, one])).values()]
  }
  const subreddit = chosen.subreddit?.trim().replace(/^\/?r\//i, '') ?? ''
  if (field !== 'flair' || !/^\w+$/.test(subreddit)) return []
  try {
    const flairs = readAnswer(
      Flairs,
      (await ask(context, `/r/${subreddit}/api/link_flair_v2?raw_json=1`)).json,
    )
    return flairs.filter((flair) => !flair.mod_only).map(({ id, text }) => ({ id, name: text }))
  } catch (error) {
    // There are none, or none for everyone.
    if (error instanceof PlatformFault && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

async function listSubreddits(ask: RedditCalls, context: CallContext, where: string): Promise<Target[]> {
  const targets: Target[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({ limit: '100', raw_json: '1', ...(after && { after }) })
    const { data } = readAnswer(Subreddits, (await ask(context, `/subreddits/mine/${where}?${query}`)).json)
    const allowed = data.children.filter((child) => !child.data.user_is_banned)
    targets.push(
      ...allowed.map(({ data: one }) => ({ id: one.display_name, name: one.display_name_prefixed })),
    )
    after = data.after ?? undefined
    if (after === undefined) break
  }
  return targets
}
