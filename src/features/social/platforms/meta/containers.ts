import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type {
  Json,
  PublishContext,
  Published,
  Publishing,
  Search,
} from '#features/social/platforms/platform.ts'
import { createStatusReader } from './container-status.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'
import { createPostSearch } from './post-search.ts'
import { createPreparation } from './preparation.ts'
import { getReady } from './progress.ts'

const Id = z.object({ id: z.string().min(1) })
const Permalink = z.object({ permalink: z.string().optional() })

/** How long a request to publish whose answer was lost may still have an effect. */
const stillPublishing = 30_000
const longestSettling = 24 * 3_600_000

/**
 * Publishes by the containers of Threads and Instagram. A container says whether it has been published, which is the evidence after an
 * answer was lost.
 * https://developers.facebook.com/docs/threads/posts, https://developers.facebook.com/docs/instagram-platform/content-publishing
 */
export function createContainers(
  dialect: MetaDialect,
): Required<Pick<Publishing, 'prepare' | 'publish' | 'find' | 'settle'>> {
  const { graph, base, now } = dialect
  const readStatus = createStatusReader(dialect)
  const findPost = createPostSearch(dialect)

  async function readAddress(context: PublishContext, id: string): Promise<Published> {
    const { token, rest } = authorizedBy(context)
    const params = { fields: 'permalink', ...token }
    const { permalink } = await graph({ ...rest, url: `${base}/${id}`, params }, Permalink)
    return { id, url: permalink ?? null }
  }

  return {
    prepare: createPreparation(dialect),
    async publish(context: PublishContext, progress: Json): Promise<Published> {
      const { token, rest } = authorizedBy(context)
      const params = { creation_id: getReady(progress).container, ...token }
      const url = `${base}/${context.account.externalId}/${dialect.publish}`
      const { id } = await graph({ ...rest, method: 'POST', url, params }, Id)
      // It is published: what fails from here on must not say that it is not.
      return readAddress(context, id).catch((error: unknown) => {
        if (!(error instanceof PlatformFault)) throw error
        return { id, url: null, isPending: true }
      })
    },
    async find(context: PublishContext, search: { progress: Json; since: Date }): Promise<Search> {
      const { container } = getReady(search.progress)
      const status = await readStatus(context, container).then((read) => read.status, statusOfFault)
      if (status === undefined) return { state: 'unknown' }
      if (status === 'PUBLISHED')
        return { state: 'published', published: await findPost(context, container, search.since) }
      const sure = search.since.getTime() + stillPublishing
      const again = status === 'IN_PROGRESS' ? Math.max(sure, now().getTime() + 10_000) : sure
      // A fault after which nobody takes the post for unpublished.
      if (now().getTime() < again) throw new PlatformFault('busy', status, { again: new Date(again) })
      return { state: 'absent' }
    },
    async settle(context: PublishContext, progress: Json, published: Published): Promise<Published> {
      const { container, since } = getReady(progress)
      if (published.id !== container) return readAddress(context, published.id)
      const found = await findPost(context, container, since)
      const isOver = now().getTime() - since.getTime() > longestSettling
      return isOver ? { id: found.id, url: found.url } : found
    },
  }
}

/** What a refused question for the state of a container says about it. Undefined: nothing. */
function statusOfFault(error: unknown): string | undefined {
  if (!(error instanceof PlatformFault) || error.kind !== 'refused') throw error
  // A container that has become a post no longer has the fields of a container.
  return /nonexist?ing field/i.test(error.message) ? 'PUBLISHED' : undefined
}
