import { z } from 'zod'
import type { PublishContext, Published } from '#features/social/platforms/platform.ts'
import { authorizedBy, type MetaDialect } from './dialect.ts'

const Posts = z.object({
  data: z.array(
    z.looseObject({ id: z.string(), permalink: z.string().optional(), timestamp: z.string().optional() }),
  ),
})

// The clock of the server that sent the request may be ahead, and the platform counts whole seconds.
const skew = 60_000

/** Finds the post that a container has become among the newest of its account. */
export function createPostSearch({ graph, base, posts, text }: MetaDialect) {
  /**
   * The post of a published container. While nothing listed says the same, it is pending under the id of the container. Where several do,
   * none of them is named, since a wrong one would be shown, measured and removed.
   */
  return async (context: PublishContext, container: string, since: Date): Promise<Published> => {
    const { token, rest } = authorizedBy(context)
    const params = { fields: `id,permalink,timestamp,${text}`, limit: '50', ...token }
    const url = `${base}/${context.account.externalId}/${posts}`
    const { data } = await graph({ ...rest, url, params }, Posts)
    const same = data.filter(
      (post) =>
        post.id === container ||
        (Date.parse(post.timestamp ?? '') >= since.getTime() - skew &&
          bare(String(post[text] ?? '')) === bare(context.content.text)),
    )
    const [one, other] = same
    if (!one) return { id: container, url: null, isPending: true }
    return other ? { id: container, url: null } : { id: one.id, url: one.permalink ?? null }
  }
}

/** A text without what Meta changes in it: spaces, and the `@` that it leaves out of captions that it lists. */
const bare = (said: string) => said.normalize('NFC').replace(/[@\s]+/g, '')
