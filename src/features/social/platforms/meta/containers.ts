import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type {
  Json,
  Preparation,
  PublishContext,
  Published,
  Publishing,
  Search,
} from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'
import { createPostSearch } from './post-search.ts'

/** Containers of Meta that have been made for a post. None of them is seen by anyone. */
const Progress = z.object({
  /** Of its files, when there are several, in order. */
  items: z.array(z.string()),
  /** How many of them are finished. */
  finished: z.number().int(),
  /** Of the post. */
  container: z.string().nullable(),
  since: z.string(),
  polls: z.number().int(),
})
type Progress = z.infer<typeof Progress>

const Id = z.object({ id: z.string().min(1) })
const Permalink = z.object({ permalink: z.string().optional() })

// Meta advises to ask once a minute; most pictures are finished within seconds.
const firstWait = { text: 1_000, image: 3_000, video: 10_000 }
const longestWait = 60_000
const longestProcessing = 30 * 60_000
/** How long a request to publish, whose answer was lost, may still have an effect. */
const stillPublishing = 30_000
const longestSettling = 24 * 3_600_000

/**
 * Publishes by the containers of Threads and Instagram: one for each file, one for the post, which is published when Meta has fetched and
 * checked its files. A container is published once at most, and says whether it has been.
 * https://developers.facebook.com/docs/threads/posts, https://developers.facebook.com/docs/instagram-platform/content-publishing
 */
export function createContainers(
  dialect: MetaDialect,
): Pick<Publishing, 'prepare' | 'publish' | 'find'> & { settle: NonNullable<Publishing['settle']> } {
  const { graph, base, now } = dialect
  const findPost = createPostSearch(dialect)

  async function create(context: PublishContext, params: Record<string, string>): Promise<string> {
    const { token, rest } = authorizedBy(context)
    // Whoever has the address of a file can fetch it.
    const secrets = [...rest.secrets, ...context.content.files.map((file) => file.url())]
    const url = `${base}/${context.account.externalId}/${dialect.posts}`
    return (await graph({ ...rest, method: 'POST', url, params: { ...params, ...token }, secrets }, Id)).id
  }

  async function readStatus(context: PublishContext, container: string) {
    const { token, rest } = authorizedBy(context)
    const params = { fields: `${dialect.status},${dialect.reason}`, ...token }
    const answer = await graph(
      { ...rest, url: `${base}/${container}`, params },
      z.record(z.string(), z.unknown()),
    )
    const [status, reason] = [answer[dialect.status], answer[dialect.reason]]
    return { status: String(status), reason: typeof reason === 'string' ? reason : undefined }
  }

  /** Whether a container is finished. `expired`: it has to be made anew. */
  async function check(context: PublishContext, progress: Progress, container: string) {
    const { status, reason } = await readStatus(context, container)
    if (status === 'FINISHED' || status === 'PUBLISHED') return 'finished'
    if (status === 'EXPIRED') return 'expired'
    if (status === 'ERROR') throw new PlatformFault('refused', shorten(reason ?? status))
    if (now().getTime() - Date.parse(progress.since) > longestProcessing)
      throw new PlatformFault('busy', shorten(reason ?? status))
    return 'processing'
  }

  const begin = (): Progress => ({
    ...{ items: [], finished: 0, container: null, polls: 0 },
    since: now().toISOString(),
  })

  async function prepareItems(context: PublishContext, progress: Progress): Promise<Preparation> {
    const { files } = context.content
    const next = files[progress.items.length]
    if (next) {
      const items = [...progress.items, await create(context, dialect.item(next))]
      return later({ ...progress, items }, items.length < files.length ? 0 : waitFor(context, 0))
    }
    let { finished } = progress
    for (const item of progress.items.slice(finished)) {
      const state = await check(context, progress, item)
      if (state === 'expired') return later(begin(), 0)
      if (state === 'processing') return laterAgain(context, { ...progress, finished })
      finished += 1
    }
    const container = await create(context, {
      ...dialect.single(context.content, undefined),
      ...{ media_type: 'CAROUSEL', children: progress.items.join(',') },
    })
    return later({ ...progress, finished, container, polls: 0 }, firstWait.image)
  }

  async function prepare(context: PublishContext, stored: Json | null): Promise<Preparation> {
    const { files } = context.content
    const progress = Progress.safeParse(stored).data ?? begin()
    if (progress.container === null) {
      if (files.length > 1) return prepareItems(context, progress)
      const container = await create(context, dialect.single(context.content, files[0]))
      return later({ ...progress, container }, waitFor(context, 0))
    }
    const state = await check(context, progress, progress.container)
    if (state === 'expired') return later(begin(), 0)
    return state === 'finished' ? { isReady: true, progress } : laterAgain(context, progress)
  }

  async function publish(context: PublishContext, stored: Json): Promise<Published> {
    const { token, rest } = authorizedBy(context)
    const params = { creation_id: containerOf(stored), ...token }
    const url = `${base}/${context.account.externalId}/${dialect.publish}`
    const { id } = await graph({ ...rest, method: 'POST', url, params }, Id)
    // It is published: what fails from here on must not say that it is not.
    return readAddress(context, id).catch((error: unknown) => {
      if (!(error instanceof PlatformFault)) throw error
      return { id, url: null, isPending: true }
    })
  }

  async function readAddress(context: PublishContext, id: string): Promise<Published> {
    const { token, rest } = authorizedBy(context)
    const params = { fields: 'permalink', ...token }
    const { permalink } = await graph({ ...rest, url: `${base}/${id}`, params }, Permalink)
    return { id, url: permalink ?? null }
  }

  async function find(context: PublishContext, search: { progress: Json; since: Date }): Promise<Search> {
    const container = containerOf(search.progress)
    const status = await readStatus(context, container).catch(statusOfFault)
    if (status === undefined) return { state: 'unknown' }
    if (status.status === 'PUBLISHED')
      return { state: 'published', published: await findPost(context, container, search.since) }
    const sure = new Date(search.since.getTime() + stillPublishing)
    if (status.status === 'IN_PROGRESS') throw tooEarly(status.status, new Date(now().getTime() + 10_000))
    if (now() < sure) throw tooEarly(status.status, sure)
    return { state: 'absent' }
  }

  async function settle(context: PublishContext, stored: Json, published: Published): Promise<Published> {
    const progress = Progress.parse(stored)
    if (published.id !== progress.container) return readAddress(context, published.id)
    const since = new Date(progress.since)
    const found = await findPost(context, progress.container, since)
    const isOver = now().getTime() - since.getTime() > longestSettling
    return isOver ? { id: found.id, url: found.url } : found
  }

  return { prepare, publish, find, settle }
}

const later = (progress: Progress, wait: number): Preparation => ({ isReady: false, progress, wait })

const laterAgain = (context: PublishContext, progress: Progress): Preparation =>
  later({ ...progress, polls: progress.polls + 1 }, waitFor(context, progress.polls + 1))

/** Milliseconds until a container is asked for the next time. */
function waitFor({ content: { files } }: PublishContext, polls: number): number {
  const kind = files.some((file) => file.kind === 'video') ? 'video' : files.length > 0 ? 'image' : 'text'
  return Math.min(longestWait, firstWait[kind] * 2 ** Math.min(polls, 10))
}

function containerOf(stored: Json): string {
  const { container } = Progress.parse(stored)
  if (container === null) throw new TypeError('A post is published before its container is there')
  return container
}

/** A fault after which nobody takes the post for unpublished. */
const tooEarly = (status: string, again: Date) => new PlatformFault('busy', status, { again })

/** What a refused question for the state of a container says about it. Undefined: nothing. */
function statusOfFault(error: unknown) {
  if (!(error instanceof PlatformFault) || error.kind !== 'refused') throw error
  // A container that has become a post no longer has the fields of a container.
  return /nonexist?ing field/i.test(error.message) ? { status: 'PUBLISHED' } : undefined
}
