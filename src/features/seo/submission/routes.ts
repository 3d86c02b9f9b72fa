import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import {
  EngineOverview,
  IndexNowKey,
  Submission,
  SubmissionOrder,
  SubmissionOutcome,
  SubmissionQuery,
} from './contract.ts'
import type { KeyStore } from './key-store.ts'
import type { Submissions } from './service.ts'

const tags = ['Search engines']

/** What search engines are told of changed addresses. */
export const submissionRoutes = ({ submissions }: { submissions: Submissions }) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/seo/engines',
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listSearchEngines',
          summary:
            'What the sitemap lists, and each search engine: what is missing, what waits, its last answer',
          response: { 200: EngineOverview },
        },
      },
      () => submissions.describe(),
    )

    server.get(
      '/api/admin/seo/submissions',
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listSubmissions',
          summary: 'What was and will be submitted to search engines, newest first',
          querystring: SubmissionQuery,
          response: { 200: z.array(Submission) },
        },
      },
      async (request, reply) => pagedList(request, reply, await submissions.list(request.query)),
    )

    server.post(
      '/api/admin/seo/submissions',
      {
        config: {
          access: seoPermissions.submit,
          // A site may list hundreds of thousands of addresses.
          isLong: true,
          refusals: {
            409: ['submission_not_public', 'submission_not_configured', 'submission_sitemap_off'],
          },
        },
        schema: {
          tags,
          operationId: 'submitAddresses',
          summary:
            'Submit changed addresses to one search engine, or to all; while a run is under way, it is answered',
          body: SubmissionOrder,
          response: { 200: z.array(SubmissionOutcome) },
        },
      },
      (request, _reply, signedIn) =>
        submissions.submit(request.body, { startedBy: signedIn.user.id, isAutomatic: false }),
    )

    server.post(
      '/api/admin/seo/indexnow-key',
      {
        config: { access: seoPermissions.change },
        schema: {
          tags,
          operationId: 'replaceIndexNowKey',
          summary: 'Replace the key by which engines of IndexNow know that a submission is ours',
          response: { 200: IndexNowKey },
        },
      },
      () => submissions.replaceKey(),
    )
  })

interface KeyRouteOptions extends CacheOptions {
  keys: Pick<KeyStore, 'has'>
}

/** Our keys of IndexNow, which engines read to know that a submission is ours. */
export const keyRoutes = (options: KeyRouteOptions) =>
  defineRoutes((server) => {
    const params = z.object({ key: z.string().max(32) })
    server.get(
      '/:key(^[0-9a-f]{32}$).txt',
      { config: { access: 'public' }, schema: { hide: true, params } },
      (request, reply) => {
        const { key } = request.params
        return sendCached(options, request, reply, `/${key}.txt`, async () => {
          if (!(await options.keys.has(key))) throw new Problem('not_found', 404)
          return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: key }
        })
      },
    )
  })
