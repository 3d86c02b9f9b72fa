import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import type { FailedJobs, FailedJob as StoredJob } from '#platform/failed-jobs.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { FailedJob, FailedJobQuery } from './contract.ts'
import { jobPermissions } from './permissions.ts'

/** Background jobs that failed in all their attempts, for admins. */
export const jobRoutes = ({ failedJobs }: { failedJobs: FailedJobs }) =>
  defineRoutes((server) => {
    server.get(
      '/api/jobs/failed',
      {
        config: { access: jobPermissions.read },
        schema: {
          tags: ['Background jobs'],
          operationId: 'listFailedJobs',
          summary: 'Background jobs that failed in all their attempts, the latest first',
          querystring: FailedJobQuery,
          response: { 200: z.array(FailedJob) },
        },
      },
      async (request, reply) => {
        const { items, total } = await failedJobs.list(request.query)
        return pagedList(request, reply, { items: items.map(describeJob), total })
      },
    )

    server.post(
      '/api/jobs/failed/:id/retry',
      {
        config: { access: jobPermissions.retry },
        schema: {
          tags: ['Background jobs'],
          operationId: 'retryFailedJob',
          summary: 'Run a failed job again, with all its attempts',
          params: byId,
          response: { 204: z.void() },
        },
      },
      async (request, reply) => {
        if (!(await failedJobs.retry(request.params.id))) throw new Problem('not_found', 404)
        return reply.status(204).send()
      },
    )
  })

function describeJob({ createdAt, failedAt, ...job }: StoredJob): FailedJob {
  return { ...job, created_at: createdAt.toISOString(), failed_at: failedAt.toISOString() }
}
