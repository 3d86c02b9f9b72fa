import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PostFigures, PublishContext, Published, Search } from '#features/social/platforms/platform.ts'
import type { GithubClient } from './client.ts'
import { partsOf } from './discussions.ts'
import { markOf, tagStart } from './mark.ts'

const Release = z.object({
  id: z.coerce.number(),
  html_url: z.string(),
  tag_name: z.string(),
  body: z.string().nullish(),
  reactions: z.object({ total_count: z.number() }).optional(),
})
const Nothing = z.unknown()

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof PlatformFault && error.status !== undefined && statuses.includes(error.status)

/**
 * Publishes a release. GitHub takes a tag once, so that a second call shows nothing again; it finds the first.
 * https://docs.github.com/en/rest/releases/releases#create-a-release
 */
export async function createRelease(
  client: GithubClient,
  tag: string,
  { content, idempotencyKey }: PublishContext,
): Promise<Published> {
  const { owner, name: repo } = partsOf(content.target.repository ?? '')
  try {
    const release = await client.rest('POST /repos/{owner}/{repo}/releases', Release, {
      ...{ owner, repo, tag_name: tag, name: content.title },
      body: content.text + markOf(idempotencyKey),
      // The newest version of a product stays what it is.
      make_latest: 'false',
    })
    return publishedOf(content.target.repository ?? '', release)
  } catch (error) {
    const isTaken = hasStatus(error, 422) && error instanceof Error && /already_exists/.test(error.message)
    const search = isTaken ? await findRelease(client, tag, { content, idempotencyKey }) : undefined
    if (search?.state === 'published') return search.published
    throw error
  }
}

/** Looks for the release of our tag. It may be said to be absent at once, since a tag is taken once. */
export async function findRelease(
  client: GithubClient,
  tag: string,
  { content, idempotencyKey }: Pick<PublishContext, 'content' | 'idempotencyKey'>,
): Promise<Search> {
  const { owner, name: repo } = partsOf(content.target.repository ?? '')
  const release = await client
    .rest('GET /repos/{owner}/{repo}/releases/tags/{tag}', Release, { owner, repo, tag })
    .catch((error) => {
      if (!hasStatus(error, 404)) throw error
    })
  if (!release?.body?.includes(markOf(idempotencyKey).trim())) return { state: 'absent' }
  return { state: 'published', published: publishedOf(content.target.repository ?? '', release) }
}

/** What we call a release: its repository and its number. */
const publishedOf = (repository: string, { id, html_url: url }: z.infer<typeof Release>): Published => ({
  id: `${repository}/releases/${id}`,
  url,
})

/** The parts of what we call a release; undefined for what is none. */
export function findReleaseParts(
  id: string,
): { owner: string; repo: string; release_id: number } | undefined {
  const [, owner, repo, number] = /^([^/]+)\/([^/]+)\/releases\/(\d+)$/.exec(id) ?? []
  return owner && repo ? { owner, repo, release_id: Number(number) } : undefined
}
type ReleaseParts = NonNullable<ReturnType<typeof findReleaseParts>>

/** Deletes a release, and its tag if it is ours. */
export async function deleteRelease(client: GithubClient, parts: ReleaseParts): Promise<void> {
  const route = '/repos/{owner}/{repo}/releases/{release_id}'
  const ignoreMissing = (error: unknown) => {
    if (!hasStatus(error, 404, 422)) throw error
  }
  const release = await client.rest(`GET ${route}`, Release, { ...parts }).catch(ignoreMissing)
  if (!release) return
  await client.rest(`DELETE ${route}`, Nothing, { ...parts }).catch(ignoreMissing)
  if (!release.tag_name.startsWith(tagStart)) return
  const { owner, repo } = parts
  await client
    .rest('DELETE /repos/{owner}/{repo}/git/refs/tags/{tag}', Nothing, { owner, repo, tag: release.tag_name })
    .catch(ignoreMissing)
}

export async function readReleaseFigures(client: GithubClient, parts: ReleaseParts): Promise<PostFigures> {
  const release = await client.rest('GET /repos/{owner}/{repo}/releases/{release_id}', Release, { ...parts })
  return { reactions: release.reactions?.total_count ?? 0 }
}
