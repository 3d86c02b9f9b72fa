import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { Json, Preparation, PublishContext } from '#features/social/platforms/platform.ts'
import { shorten } from '#features/social/platforms/platform-calls.ts'
import { createStatusReader } from './container-status.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'
import { Progress } from './progress.ts'

const Id = z.object({ id: z.string().min(1) })

// Meta advises to ask once a minute; most pictures are finished within seconds.
const firstWait = { text: 1_000, image: 3_000, video: 10_000 }
const longestWait = 60_000
const longestProcessing = 30 * 60_000

/**
 * Makes the containers of a post: one for each of several files, then one for the post, each when those before are finished. Meta
 * fetches the files meanwhile. Those that have expired are made anew.
 * @throws {PlatformFault} `refused` when Meta does not take a file, `busy` when it does not finish one
 */
export function createPreparation(dialect: MetaDialect) {
  const { graph, base, now } = dialect
  const readStatus = createStatusReader(dialect)

  async function create(context: PublishContext, params: Record<string, string>): Promise<string> {
    const { token, rest } = authorizedBy(context)
    // Whoever has the address of a file can fetch it.
    const { image_url = '', video_url = '' } = params
    const secrets = [...rest.secrets, image_url, video_url]
    const url = `${base}/${context.account.externalId}/${dialect.posts}`
    return (await graph({ ...rest, method: 'POST', url, params: { ...params, ...token }, secrets }, Id)).id
  }

  /** Whether a container is finished. `expired`: it has to be made anew. */
  async function check(context: PublishContext, progress: Progress, container: string) {
    const { status, reason } = await readStatus(context, container)
    if (status === 'FINISHED' || status === 'PUBLISHED') return 'finished'
    if (status === 'EXPIRED') return 'expired'
    if (status === 'ERROR') throw new PlatformFault('refused', shorten(reason))
    if (now().getTime() - Date.parse(progress.since) > longestProcessing)
      throw new PlatformFault('busy', shorten(reason))
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
    const carousel = { media_type: 'CAROUSEL', children: progress.items.join(',') }
    const container = await create(context, { ...dialect.single(context.content, undefined), ...carousel })
    return later({ ...progress, finished, container, polls: 0 }, firstWait.image)
  }

  return async (context: PublishContext, stored: Json | null): Promise<Preparation> => {
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
}

const later = (progress: Progress, wait: number): Preparation => ({ isReady: false, progress, wait })

const laterAgain = (context: PublishContext, progress: Progress): Preparation =>
  later({ ...progress, polls: progress.polls + 1 }, waitFor(context, progress.polls + 1))

/** Milliseconds until a container is asked for the next time. */
function waitFor({ content: { files } }: PublishContext, polls: number): number {
  const kind = files.some((file) => file.kind === 'video') ? 'video' : files.length > 0 ? 'image' : 'text'
  return Math.min(longestWait, firstWait[kind] * 2 ** Math.min(polls, 10))
}
