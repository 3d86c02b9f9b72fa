import { z } from 'zod'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext, Platform, Publishing, Target } from '#features/social/platforms/platform.ts'
import { readProgress } from '#features/social/platforms/shapes.ts'
import { createGithubClient, type GithubClient } from './client.ts'
import {
  createDiscussion,
  deleteDiscussion,
  findDiscussion,
  getRepositoryId,
  listCategories,
  readDiscussionFigures,
} from './discussions.ts'
import { tagOf } from './mark.ts'
import { createGithubAuthorization } from './oauth.ts'
import {
  createRelease,
  deleteRelease,
  findRelease,
  findReleaseParts,
  readReleaseFigures,
} from './releases.ts'

/** The category that stands for a release instead of a discussion. */
const releaseCategory = 'release'
const mostRepositoryPages = 3
const pageLength = 100

const User = z.object({ id: z.coerce.number(), login: z.string(), html_url: z.string() })
const Repositories = z.array(
  z.object({
    full_name: z.string(),
    archived: z.boolean(),
    private: z.boolean(),
    has_discussions: z.boolean().catch(false),
    permissions: z.object({ push: z.boolean() }).optional(),
  }),
)
const RateLimit = z.object({
  resources: z.object({
    core: z.object({ limit: z.number(), remaining: z.number(), reset: z.number() }),
  }),
})
const Progress = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('discussion'), repositoryId: z.string() }),
  z.object({ kind: z.literal('release'), tag: z.string() }),
])

/** GitHub: discussions and releases of public repositories. */
export function createGithub(options: PlatformOptions): Platform {
  const clientOf = (context: Omit<CallContext, 'account'>) => createGithubClient(options, context)
  return {
    id: 'github',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic', needsApproval: false, costsMoney: false },
      ...{ needsPublicSite: false, canFind: true, canRemove: true, hasFigures: true },
    },
    authorization: createGithubAuthorization(options),

    async describeAccount(context) {
      const user = await clientOf(context).rest('GET /user', User)
      return { externalId: String(user.id), name: user.login, url: user.html_url, data: {} }
    },

    async readQuota(context) {
      const { resources } = await clientOf(context).rest('GET /rate_limit', RateLimit)
      const { limit, remaining, reset } = resources.core
      return { left: remaining, total: limit, resetsAt: new Date(reset * 1000) }
    },

    async listTargets(context, field, chosen) {
      if (field === 'repository') return listRepositories(clientOf(context))
      if (field !== 'category' || !chosen.repository) return []
      const { categories, mayRelease } = await listCategories(clientOf(context), chosen.repository)
      return [...(mayRelease ? [{ id: releaseCategory, name: 'Release' }] : []), ...categories]
    },

    publishing: createGithubPublishing(options),
    // "Pause at least one second between mutative requests and avoid concurrent requests":
    // https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
    pace: { atOnce: 1, perMinute: 20 },
  }
}

function createGithubPublishing(options: PlatformOptions): Publishing {
  const clientOf = (context: CallContext) => createGithubClient(options, context)
  return {
    async prepare(context, stored) {
      if (stored !== null) return { isReady: true, progress: readProgress(Progress, stored) }
      const { repository = '', category } = context.content.target
      if (category === releaseCategory)
        return { isReady: true, progress: { kind: 'release', tag: tagOf(context.idempotencyKey) } }
      const repositoryId = await getRepositoryId(clientOf(context), repository)
      return { isReady: true, progress: { kind: 'discussion', repositoryId } }
    },

    async publish(context, stored) {
      const progress = readProgress(Progress, stored)
      const client = clientOf(context)
      return progress.kind === 'release'
        ? createRelease(client, progress.tag, context)
        : createDiscussion(client, progress.repositoryId, context)
    },

    async find(context, { progress: stored, since }) {
      const progress = readProgress(Progress, stored)
      const client = clientOf(context)
      return progress.kind === 'release'
        ? findRelease(client, progress.tag, context)
        : findDiscussion(client, context, since)
    },

    async remove(context, { id }) {
      const parts = findReleaseParts(id)
      await (parts ? deleteRelease(clientOf(context), parts) : deleteDiscussion(clientOf(context), id))
    },

    async readFigures(context, { id }) {
      const parts = findReleaseParts(id)
      return parts
        ? readReleaseFigures(clientOf(context), parts)
        : readDiscussionFigures(clientOf(context), id)
    },
  }
}

/** The public repositories that the account may publish something in, those with new work first. */
async function listRepositories(client: GithubClient): Promise<Target[]> {
  const targets: Target[] = []
  for (let page = 1; page <= mostRepositoryPages; page++) {
    const found = await client.rest('GET /user/repos', Repositories, {
      ...{ sort: 'pushed', per_page: pageLength, page },
    })
    for (const repository of found) {
      const { full_name: name, archived, private: isPrivate, has_discussions, permissions } = repository
      if (!archived && !isPrivate && (has_discussions || permissions?.push)) targets.push({ id: name, name })
    }
    if (found.length < pageLength) break
  }
  return targets
}
