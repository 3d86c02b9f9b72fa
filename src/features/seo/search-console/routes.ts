import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import type { Figures } from '#features/seo/search-console/figures/figures.ts'
import type { Asking } from '#features/seo/search-console/inspection/asking.ts'
import type { IndexStates } from '#features/seo/search-console/inspection/index-state.ts'
import type { Inspections } from '#features/seo/search-console/inspection/inspections.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import {
  FigureQuery,
  Inspection,
  InspectionOrder,
  InspectionQuery,
  SearchConsoleOverview,
  SearchFigures,
} from './contract.ts'

const tags = ['Search engines']
const read = { access: seoPermissions.read }
const obstacles = [
  'search_console_not_public',
  'search_console_not_configured',
  'search_console_foreign_property',
] as const

interface InspectionRouteOptions {
  inspections: Pick<Inspections, 'list'>
  asking: Asking
}

/** What Google knows of the site's addresses. */
export const inspectionRoutes = ({ inspections, asking }: InspectionRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/seo/search-console/inspections',
      {
        config: read,
        schema: {
          tags,
          operationId: 'listInspections',
          summary: 'What Google last said of each address of the site, those first that are not indexed',
          querystring: InspectionQuery,
          response: { 200: z.array(Inspection) },
        },
      },
      async (request, reply) => pagedList(request, reply, await inspections.list(request.query)),
    )

    server.post(
      '/api/admin/seo/search-console/inspections',
      {
        config: {
          access: seoPermissions.submit,
          // It waits for Google, and looks for the answer meanwhile.
          isLong: true,
          refusals: { 404: ['inspection_address_unknown'], 409: [...obstacles, 'inspection_quota_used'] },
        },
        schema: {
          tags,
          operationId: 'inspectAddress',
          summary: 'Ask Google about an address; a refusal of Google is part of the answer',
          body: InspectionOrder,
          response: { 200: Inspection },
        },
      },
      (request) => asking.ask(request.body.address),
    )
  })

interface FigureRouteOptions {
  states: Pick<IndexStates, 'describe' | 'describeAccess'>
  figures: Figures
}

/** How the site is found by Google, and when Google was and is asked. */
export const figureRoutes = ({ states, figures }: FigureRouteOptions) =>
  defineRoutes((server) => {
    const describe = async (): Promise<SearchConsoleOverview> => {
      const [inspections, fetched] = await Promise.all([states.describe(), figures.describeState()])
      return { ...states.describeAccess(), inspections, figures: fetched }
    }

    server.get(
      '/api/admin/seo/search-console',
      {
        config: read,
        schema: {
          tags,
          operationId: 'getSearchConsole',
          summary: 'How many addresses are in the index of Google, and when Google was and is asked',
          response: { 200: SearchConsoleOverview },
        },
      },
      describe,
    )

    server.get(
      '/api/admin/seo/search-console/figures',
      {
        config: { ...read, refusals: { 404: ['search_figures_missing'] } },
        schema: {
          tags,
          operationId: 'getSearchFigures',
          summary: 'Clicks, impressions and places in the results of Google, with the pages and queries',
          querystring: FigureQuery,
          response: { 200: SearchFigures },
        },
      },
      (request) => figures.read(request.query.days),
    )

    server.post(
      '/api/admin/seo/search-console/figures',
      {
        config: { access: seoPermissions.submit, refusals: { 409: [...obstacles] } },
        schema: {
          tags,
          operationId: 'fetchSearchFigures',
          summary: 'Have the figures fetched now, the last days again',
          response: { 202: SearchConsoleOverview },
        },
      },
      async (_request, reply) => {
        await figures.fetchNow()
        return reply.status(202).send(await describe())
      },
    )
  })
