import type { SocialFiles } from '#features/social/files/files.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { composeText } from './composition.ts'
import type { CalendarPost, CalendarQuery, PostEvent, PostQuery, SocialPost } from './contract.ts'
import { createPostFileStore, type PostFileRow } from './post-file-store.ts'
import { createPostReader, type NamedPost } from './store.ts'

export interface PostReadingOptions {
  db: Database
  files: Pick<SocialFiles, 'toFile'>
  platforms: ReadonlyMap<string, Platform>
  findNames: FindNames
  siteOrigin: string
}

// A month of busy accounts; the list has more.
const mostInCalendar = 5_000
const mostEvents = 500
const longestSpan = 100 * 24 * 3_600_000

/** What the team sees of the posts. */
export function createPostReading({ db, findNames, ...options }: PostReadingOptions) {
  const store = createPostReader(db)

  async function describe(posts: readonly NamedPost[]): Promise<SocialPost[]> {
    const [rows, names] = await Promise.all([
      createPostFileStore(db).listOf(posts.map(({ id }) => id)),
      findNames([...new Set(posts.flatMap(({ createdBy }) => createdBy ?? []))]),
    ])
    const filesOf = Map.groupBy(rows, ({ postId }) => postId)
    return posts.map((post) => toPost(post, { ...options, names, rows: filesOf.get(post.id) ?? [] }))
  }

  async function get(id: string): Promise<SocialPost> {
    const post = await store.find(id)
    const [described] = post ? await describe([post]) : []
    if (!described) throw new Problem('social_post_not_found', 404)
    return described
  }

  return {
    get,
    /** Posts in the order of these ids; those that are gone are missing. */
    listByIds: async (ids: readonly string[]): Promise<SocialPost[]> => describe(await store.listByIds(ids)),

    async list(query: PostQuery): Promise<{ items: SocialPost[]; total: number }> {
      const { rows, total } = await store.list(query)
      return { items: await describe(rows), total }
    },

    /** The posts of a span, at most 5,000. @throws {Problem} 422 for a span of more than a quarter of a year */
    async listCalendar(query: CalendarQuery): Promise<CalendarPost[]> {
      const span = Date.parse(query.to) - Date.parse(query.from)
      if (span > longestSpan || span < 0)
        throw new Problem('validation_failed', 422, { fields: [{ field: 'to', code: 'invalid' }] })
      const rows = await store.listCalendar(query, mostInCalendar)
      return rows.map(({ groupId, accountId, accountName, scheduledAt, timeZone, removedAt, ...row }) => ({
        ...{ ...row, group_id: groupId, account_id: accountId, account_name: accountName },
        ...{ scheduled_at: scheduledAt.toISOString(), time_zone: timeZone },
        removed_at: removedAt?.toISOString() ?? null,
      }))
    },

    /** What has happened to a post, the latest last. @throws {Problem} 404 */
    async listEvents(id: string): Promise<PostEvent[]> {
      await get(id)
      const events = await store.listEvents(id, mostEvents)
      const names = await findNames([...new Set(events.flatMap(({ userId }) => userId ?? []))])
      return events.map(({ at, kind, status, milliseconds, detail, userId }) => ({
        ...{ at: at.toISOString(), kind, status, milliseconds, detail },
        user: personOf(userId, names),
      }))
    },
  }
}
export type PostReading = ReturnType<typeof createPostReading>

function personOf(id: string | null, names: ReadonlyMap<string, string>) {
  const name = id === null ? undefined : names.get(id)
  return id === null || name === undefined ? null : { id, name }
}

interface PostParts extends Pick<PostReadingOptions, 'files' | 'platforms' | 'siteOrigin'> {
  names: ReadonlyMap<string, string>
  rows: readonly PostFileRow[]
}

function toPost(post: NamedPost, { files, platforms, siteOrigin, names, rows }: PostParts): SocialPost {
  const { id, platform, content, title, target, status, stage, version, fault } = post
  return {
    ...{ id, platform, content, title, target, status, stage, version, fault },
    ...{ group_id: post.groupId, account_id: post.accountId, account_name: post.accountName },
    tracks_links: post.tracksLinks,
    media: rows.map(({ file, alternativeText }) => ({
      ...files.toFile(file),
      alternative_text: alternativeText,
    })),
    ...{ wall_time: post.wallTime, time_zone: post.timeZone },
    error_message: post.errorMessage,
    published_url: post.publishedUrl,
    hand_posting: describeHandPosting(post, { platforms, siteOrigin }),
    figures: post.figures,
    created_by: personOf(post.createdBy, names),
    scheduled_at: post.scheduledAt.toISOString(),
    published_at: post.publishedAt?.toISOString() ?? null,
    removed_at: post.removedAt?.toISOString() ?? null,
    is_removable: findRemove(platforms, post) !== undefined,
    ...{ created_at: post.createdAt.toISOString(), updated_at: post.updatedAt.toISOString() },
  }
}

/** What a person posts by hand; null while nobody is to. */
function describeHandPosting(
  post: NamedPost,
  { platforms, siteOrigin }: Pick<PostParts, 'platforms' | 'siteOrigin'>,
): SocialPost['hand_posting'] {
  if (post.status !== 'publishing' || post.stage !== 'handed_over') return null
  const { title, target } = post
  const text = composeText(post, siteOrigin)
  return { text, compose_url: platforms.get(post.platform)?.composeUrl?.({ text, title, target }) ?? null }
}

/** What removes a post from its platform; undefined where nothing can, or it is not there any more. */
export function findRemove(
  platforms: ReadonlyMap<string, Platform>,
  { platform, status, publishedId, removedAt, accountMode, isConnected }: NamedPost,
) {
  const isThere = status === 'published' && publishedId !== null && removedAt === null
  const { capabilities, publishing } = platforms.get(platform) ?? {}
  if (!isThere || !isConnected || accountMode !== 'automatic' || !capabilities?.canRemove) return undefined
  return publishing?.remove
}
