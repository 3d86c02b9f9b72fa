import { z } from 'zod'
import type { SignedIn } from '#http/access.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { ApproveLargeStart } from './checks.ts'
import {
  Campaign,
  CampaignChange,
  CampaignDraft,
  CampaignEntry,
  CampaignLink,
  CampaignProgress,
  CampaignQuery,
  CampaignSchedule,
} from './contract.ts'
import { bodyLimit } from './draft-routes.ts'
import { campaignPermissions, startLargeAction } from './permissions.ts'
import type { CampaignRuns } from './runs.ts'
import type { Campaigns } from './service.ts'

const tags = ['Campaigns']
const answer = { 200: Campaign }

/** Reading campaigns. */
export const campaignReadingRoutes = ({ campaigns }: { campaigns: Campaigns }) =>
  defineRoutes((server) => {
    server.get(
      '/api/campaigns',
      {
        config: { access: campaignPermissions.read },
        schema: {
          tags,
          operationId: 'listCampaigns',
          summary: 'List campaigns, newest first',
          querystring: CampaignQuery,
          response: { 200: z.array(CampaignEntry) },
        },
      },
      async (request, reply) => pagedList(request, reply, await campaigns.list(request.query)),
    )

    server.get(
      '/api/campaigns/:id',
      {
        config: { access: campaignPermissions.read },
        schema: {
          tags,
          operationId: 'getCampaign',
          summary: 'Get a campaign',
          params: byId,
          response: answer,
        },
      },
      async (request, _reply, signedIn) => campaigns.get(request.params.id, signedIn.user),
    )

    server.get(
      '/api/campaigns/:id/progress',
      {
        config: { access: campaignPermissions.read, isAutomatic: true },
        schema: {
          tags,
          operationId: 'getCampaignProgress',
          summary: 'Get the progress of a campaign',
          params: byId,
          response: { 200: CampaignProgress },
        },
      },
      async (request) => campaigns.progress(request.params.id),
    )

    server.get(
      '/api/campaigns/:id/links',
      {
        config: { access: campaignPermissions.read, isAutomatic: true },
        schema: {
          tags,
          operationId: 'listCampaignLinks',
          summary: 'The links of a campaign and how many people have followed each',
          params: byId,
          response: { 200: z.array(CampaignLink) },
        },
      },
      async (request) => campaigns.listLinks(request.params.id),
    )
  })

/** Writing, copying and deleting campaigns. */
export const campaignRoutes = ({ campaigns }: { campaigns: Campaigns }) =>
  defineRoutes((server) => {
    server.post(
      '/api/campaigns',
      {
        config: { access: campaignPermissions.edit },
        bodyLimit,
        schema: {
          tags,
          operationId: 'createCampaign',
          summary: 'Create a campaign',
          body: CampaignDraft,
          response: { 201: Campaign },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await campaigns.create(request.body, signedIn.user.id)),
    )

    server.delete(
      '/api/campaigns/:id',
      {
        config: { access: campaignPermissions.edit, refusals: { 409: ['campaign_not_removable'] } },
        schema: {
          tags,
          operationId: 'deleteCampaign',
          summary: 'Delete a draft',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await campaigns.remove(request.params.id)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/campaigns/:id/duplicate',
      {
        config: { access: campaignPermissions.edit },
        schema: {
          tags,
          operationId: 'duplicateCampaign',
          summary: 'Copy a campaign as a new draft',
          params: byId,
          response: { 201: Campaign },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await campaigns.duplicate(request.params.id, signedIn.user.id)),
    )

    server.post(
      '/api/campaigns/:id/resend',
      {
        config: {
          access: campaignPermissions.edit,
          refusals: { 409: ['campaign_not_done', 'campaign_resent'] },
        },
        schema: {
          tags,
          operationId: 'resendCampaign',
          summary: 'Write a draft of the same texts for those who did not open a campaign',
          params: byId,
          response: { 201: Campaign },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await campaigns.resend(request.params.id, signedIn.user.id)),
    )
  })

export interface CampaignRunRouteOptions {
  runs: CampaignRuns
  /** Returns the function that requires a recent password and records an action. */
  approverOf: (action: string) => (signedIn: SignedIn) => ApproveLargeStart
}

/** Scheduling, pausing, resuming and cancelling campaigns, and changing those that may be scheduled. */
export const campaignRunRoutes = ({ runs, approverOf }: CampaignRunRouteOptions) =>
  defineRoutes((server) => {
    const approveLargeStart = approverOf(startLargeAction)

    server.put(
      '/api/campaigns/:id',
      {
        config: {
          access: campaignPermissions.edit,
          refusals: { 409: ['campaign_not_open', 'campaign_stale'] },
        },
        bodyLimit,
        schema: {
          tags,
          operationId: 'changeCampaign',
          summary: 'Change a campaign that has not started',
          params: byId,
          body: CampaignChange,
          response: answer,
        },
      },
      async (request, _reply, signedIn) =>
        runs.change(request.params.id, request.body, approveLargeStart(signedIn)),
    )

    server.post(
      '/api/campaigns/:id/schedule',
      {
        config: {
          access: campaignPermissions.run,
          refusals: { 409: ['campaign_not_open', 'campaign_stale'] },
        },
        schema: {
          tags,
          operationId: 'scheduleCampaign',
          summary: 'Send a campaign, now or at a set time',
          params: byId,
          body: CampaignSchedule,
          response: answer,
        },
      },
      async (request, _reply, signedIn) =>
        runs.schedule(request.params.id, request.body, approveLargeStart(signedIn)),
    )

    for (const [action, summary, refusal] of [
      ['pause', 'Pause a campaign', 'campaign_not_running'],
      ['resume', 'Resume a paused campaign', 'campaign_not_paused'],
      ['cancel', 'Cancel a campaign', 'campaign_over'],
    ] as const) {
      server.post(
        `/api/campaigns/:id/${action}`,
        {
          config: { access: campaignPermissions.run, refusals: { 409: [refusal] } },
          schema: { tags, operationId: `${action}Campaign`, summary, params: byId, response: answer },
        },
        async (request, _reply, signedIn) => runs[action](request.params.id, approveLargeStart(signedIn)),
      )
    }
  })
