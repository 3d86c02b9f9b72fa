import type { CallContext, PostContent, PostFile } from '#features/social/platforms/platform.ts'
import { secretsOf } from '#features/social/platforms/shapes.ts'
import type { Graph } from './graph.ts'

/** What Threads and Instagram, which publish in the same steps, call things. */
export interface MetaDialect {
  graph: Graph
  now(): Date
  /** The address with a version, such as https://graph.threads.net/v1.0 */
  base: string
  /** Where containers are made and posts are listed, within a user. */
  posts: string
  publish: string
  limit: string
  /** The fields of a container that tell its state and why it failed. */
  status: string
  reason: string
  /** The field of the text of a post. */
  text: string
  /** The parameters of the container of a post with at most one file. */
  single(content: PostContent, file: PostFile | undefined): Record<string, string>
  /** The parameters of the container of one of several files. */
  item(file: PostFile): Record<string, string>
  /** The figures of a post. */
  metrics: readonly string[]
}

/** What every call of a connected account needs. */
export const authorizedBy = ({ accessToken, client, signal, observe }: Omit<CallContext, 'account'>) => ({
  token: { access_token: accessToken },
  rest: { secrets: secretsOf({ client, accessToken }), signal, observe },
})
