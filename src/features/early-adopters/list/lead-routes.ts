import { z } from 'zod'
import { Lead, LeadChange, TimelineEntry } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { pageQuery } from '#shared/paging.ts'
import { byId } from '#shared/parameters.ts'
import type { Leads } from './leads.ts'
import type { Timeline } from './timeline.ts'

const tags = ['Early adopters']

/** One early adopter, for the team. */
export const leadRoutes = ({ leads }: { leads: Leads }) =>
  defineRoutes((server) => {
    server.get(
      '/api/leads/:id',
      {
        config: { access: leadPermissions.read },
        schema: {
          tags,
          operationId: 'getEarlyAdopter',
          summary: 'Get an early adopter',
          params: byId,
          response: { 200: Lead },
        },
      },
      async (request, _reply, signedIn) =>
        leads.get(request.params.id, { language: request.language, user: signedIn.user }),
    )

    server.patch(
      '/api/leads/:id',
      {
        config: {
          access: leadPermissions.edit,
          refusals: { 409: ['email_taken'], 429: ['email_change_limited', 'mail_limited'] },
        },
        schema: {
          tags,
          operationId: 'correctEarlyAdopter',
          summary: 'Correct the data of an early adopter; a new address must be confirmed by its owner',
          params: byId,
          body: LeadChange,
          response: { 200: Lead },
        },
      },
      async (request, _reply, signedIn) =>
        leads.correct(request.params.id, request.body, {
          userId: signedIn.user.id,
          user: signedIn.user,
          language: request.language,
        }),
    )

    server.delete(
      '/api/leads/:id/email-change',
      {
        config: { access: leadPermissions.edit },
        schema: {
          tags,
          operationId: 'cancelEmailChange',
          summary: 'Cancel the pending change of address',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply, signedIn) => {
        await leads.cancelEmailChange(request.params.id, signedIn.user.id)
        return reply.status(204).send()
      },
    )
  })

/** What happened to an early adopter, for the team. */
export const timelineRoutes = ({ timeline }: { timeline: Timeline }) =>
  defineRoutes((server) => {
    server.get(
      '/api/leads/:id/timeline',
      {
        config: { access: leadPermissions.read },
        schema: {
          tags,
          operationId: 'listTimeline',
          summary: 'Get the timeline of an early adopter, newest first',
          params: byId,
          querystring: z.object({
            ...pageQuery,
            // What comes before the page is read too.
            offset: pageQuery.offset.pipe(z.number().max(10_000, 'invalid')),
          }),
          response: { 200: z.array(TimelineEntry) },
        },
      },
      async (request, reply, signedIn) => {
        const { user } = signedIn
        return pagedList(request, reply, await timeline.list(request.params.id, request.query, user))
      },
    )
  })
