import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type {
  PostFigures,
  PublishContext,
  Published,
  Search,
  Target,
} from '#features/social/platforms/platform.ts'
import type { GithubClient } from './client.ts'
import { markOf } from './mark.ts'

// Clocks differ.
const clockTolerance = 120_000
const mostPages = 5

const Categories = z.object({
  repository: z
    .object({
      viewerPermission: z.string().nullable(),
      hasDiscussionsEnabled: z.boolean(),
      discussionCategories: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
    })
    .nullable(),
})

const RepositoryId = z.object({ repository: z.object({ id: z.string() }) })
const Created = z.object({
  createDiscussion: z.object({ discussion: z.object({ id: z.string(), url: z.string() }) }),
})
const Newest = z.object({
  repository: z.object({
    discussions: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          url: z.string(),
          body: z.string(),
          createdAt: z.coerce.date(),
          viewerDidAuthor: z.boolean(),
        }),
      ),
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    }),
  }),
})
const Deleted = z.object({ deleteDiscussion: z.object({ discussion: z.object({ id: z.string() }) }) })
const Figures = z.object({
  node: z.object({
    upvoteCount: z.number(),
    comments: z.object({ totalCount: z.number() }),
    reactions: z.object({ totalCount: z.number() }),
  }),
})

/**
 * The owner and the name of a repository.
 * @throws {PlatformFault} `refused` when it is none
 */
export function partsOf(repository: string): { owner: string; name: string } {
  const [, owner, name] = /^([A-Za-z0-9_-]+)\/(?!\.{1,2}$)([A-Za-z0-9._-]+)$/.exec(repository) ?? []
  if (!owner || !name) throw new PlatformFault('refused', `${repository} is no repository`)
  return { owner, name }
}

/** The categories of discussions of a repository, and whether the account may publish releases in it. */
export async function listCategories(
  client: GithubClient,
  repository: string,
): Promise<{ categories: Target[]; mayRelease: boolean }> {
  const { repository: found } = await client.graphql(
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
      viewerPermission hasDiscussionsEnabled discussionCategories(first: 100) { nodes { id name } } } }`,
    Categories,
    partsOf(repository),
  )
  return {
    categories: found?.hasDiscussionsEnabled ? found.discussionCategories.nodes : [],
    mayRelease: ['ADMIN', 'MAINTAIN', 'WRITE'].includes(found?.viewerPermission ?? ''),
  }
}

export async function getRepositoryId(client: GithubClient, repository: string): Promise<string> {
  const { repository: found } = await client.graphql(
    'query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }',
    RepositoryId,
    partsOf(repository),
  )
  return found.id
}

/** https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions#creatediscussion */
export async function createDiscussion(
  client: GithubClient,
  repositoryId: string,
  { content, idempotencyKey }: PublishContext,
): Promise<Published> {
  const { createDiscussion: created } = await client.graphql(
    `mutation ($input: CreateDiscussionInput!) { createDiscussion(input: $input) { discussion { id url } } }`,
    Created,
    {
      input: {
        ...{ repositoryId, categoryId: content.target.category, title: content.title },
        body: content.text + markOf(idempotencyKey),
        clientMutationId: idempotencyKey,
      },
    },
  )
  return created.discussion
}

/**
 * Looks for our mark in the newest discussions of the repository. GitHub ends a request after ten seconds, so that nothing appears later
 * than whoever asks waits: https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
 */
export async function findDiscussion(
  client: GithubClient,
  { content, idempotencyKey }: PublishContext,
  since: Date,
): Promise<Search> {
  const mark = markOf(idempotencyKey).trim()
  let after: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const { nodes, pageInfo } = await listNewest(client, content.target.repository ?? '', after)
    const found = nodes.find(({ body, viewerDidAuthor }) => viewerDidAuthor && body.includes(mark))
    if (found) return { state: 'published', published: { id: found.id, url: found.url } }
    const isPast = nodes.some(({ createdAt }) => createdAt.getTime() < since.getTime() - clockTolerance)
    if (isPast || !pageInfo.hasNextPage) return { state: 'absent' }
    after = pageInfo.endCursor
  }
  return { state: 'unknown' }
}

async function listNewest(client: GithubClient, repository: string, after: string | null) {
  const { repository: found } = await client.graphql(
    `query ($owner: String!, $name: String!, $after: String) { repository(owner: $owner, name: $name) {
      discussions(first: 50, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
        nodes { id url body createdAt viewerDidAuthor } pageInfo { hasNextPage endCursor } } } }`,
    Newest,
    { ...partsOf(repository), after },
  )
  return found.discussions
}

/** https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions#deletediscussion */
export async function deleteDiscussion(client: GithubClient, id: string): Promise<void> {
  await client
    .graphql('mutation ($id: ID!) { deleteDiscussion(input: { id: $id }) { discussion { id } } }', Deleted, {
      id,
    })
    .catch((error) => {
      // It has been removed already.
      const isGone = error instanceof PlatformFault && /^Could not resolve to a node/.test(error.message)
      if (!isGone) throw error
    })
}

export async function readDiscussionFigures(client: GithubClient, id: string): Promise<PostFigures> {
  const { node } = await client.graphql(
    `query ($id: ID!) { node(id: $id) { ... on Discussion {
      upvoteCount comments { totalCount } reactions { totalCount } } } }`,
    Figures,
    { id },
  )
  const { upvoteCount: upvotes, comments, reactions } = node
  return { comments: comments.totalCount, upvotes, reactions: reactions.totalCount }
}
