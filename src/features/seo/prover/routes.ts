import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  DismissRequest,
  FindingGroups,
  FindingQuery,
  GroupQuery,
  PageRow,
  PageRowQuery,
  SeoCheck,
  SeoChecks,
  SeoFinding,
  SeoHealth,
} from './contract.ts'
import type { PageReports } from './page-reports.ts'
import type { CheckReports } from './reports.ts'
import type { CheckSchedule } from './schedule.ts'

const tags = ['Search engines']
const access = seoPermissions.read
const config = { access }

/** What checks of the site's pages have found. */
export const checkReportRoutes = ({ reports, pages }: { reports: CheckReports; pages: PageReports }) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/seo/checks/latest',
      {
        config,
        schema: {
          tags,
          operationId: 'getLatestSeoChecks',
          summary: 'The check of the pages that runs or waits, and the last ones',
          response: { 200: SeoChecks },
        },
      },
      () => reports.readChecks(),
    )

    server.get(
      '/api/admin/seo/health',
      {
        config,
        schema: {
          tags,
          operationId: 'getSeoHealth',
          summary: 'Whether the sitemap and robots.txt are served now',
          response: { 200: SeoHealth },
        },
      },
      () => pages.readHealth(),
    )

    server.get(
      '/api/admin/seo/pages',
      {
        config,
        schema: {
          tags,
          operationId: 'listSeoPages',
          summary: 'The public pages in all languages, as the last check has seen them',
          querystring: PageRowQuery,
          response: { 200: z.array(PageRow) },
        },
      },
      async (request, reply) => pagedList(request, reply, await pages.listPages(request.query)),
    )

    server.get(
      '/api/admin/seo/findings',
      {
        config,
        schema: {
          tags,
          operationId: 'listSeoFindings',
          summary: 'What is wrong with pages, by rule and page',
          querystring: FindingQuery,
          response: { 200: z.array(SeoFinding) },
        },
      },
      async (request, reply) => pagedList(request, reply, await reports.listFindings(request.query)),
    )

    server.get(
      '/api/admin/seo/findings/groups',
      {
        config,
        schema: {
          tags,
          operationId: 'listSeoFindingGroups',
          summary: 'How many findings each rule has',
          querystring: GroupQuery,
          response: { 200: FindingGroups },
        },
      },
      (request) => reports.listGroups(request.query),
    )
  })

/** Asks for checks, and decides about what they have found. */
export const checkRoutes = ({ schedule, reports }: { schedule: CheckSchedule; reports: CheckReports }) =>
  defineRoutes((server) => {
    server.post(
      '/api/admin/seo/checks',
      {
        config: { access: seoPermissions.check },
        schema: {
          tags,
          operationId: 'checkSite',
          summary: 'Have all pages checked; while a check waits or runs, it is that one',
          response: { 202: SeoCheck },
        },
      },
      async (_request, reply, { user }) =>
        reply.status(202).send(await reports.describeCheck(await schedule.ask(user.id))),
    )

    server.post(
      '/api/admin/seo/findings/:id/dismiss',
      {
        config: { access: seoPermissions.check, refusals: { 404: ['finding_not_found'] } },
        schema: {
          tags,
          operationId: 'dismissSeoFinding',
          summary: 'Leave something as it is, for a reason',
          params: byId,
          body: DismissRequest,
          response: { 200: SeoFinding },
        },
      },
      ({ params, body }, _reply, { user }) =>
        reports.dismiss(params.id, { reason: body.reason, userId: user.id }),
    )

    server.post(
      '/api/admin/seo/findings/:id/restore',
      {
        config: { access: seoPermissions.check, refusals: { 404: ['finding_not_found'] } },
        schema: {
          tags,
          operationId: 'restoreSeoFinding',
          summary: 'Take a dismissal back',
          params: byId,
          response: { 200: SeoFinding },
        },
      },
      ({ params }) => reports.restore(params.id),
    )
  })
