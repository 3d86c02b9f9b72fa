import { z } from 'zod'
import { MailPreview, TestMailSent } from '#features/mail/contract.ts'
import type { SignedIn } from '#http/access.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  Audience,
  AudienceCount,
  Campaign,
  CampaignChange,
  CampaignDraft,
  CampaignEntry,
  CampaignPreviewDraft,
  CampaignProgress,
  CampaignQuery,
  CampaignSchedule,
  CampaignTestMail,
} from './contract.ts'
import { campaignPermissions, startLargeAction } from './permissions.ts'
import type { ApproveLargeStart, Campaigns } from './service.ts'

const tags = ['campaigns']
const answer = { 200: Campaign }
/** Ten languages of a text as long as it may be, and a selection of leads. */
const bodyLimit = 4 * 1024 * 1024

export interface CampaignRouteOptions {
  campaigns: Campaigns
  /** Answers what asks for a recent password and records an action. */
  approverOf: (action: string) => (signedIn: SignedIn) => ApproveLargeStart
}

/** Campaigns: viewers read them, editors write and run them. */
export const campaignRoutes = ({ campaigns, approverOf }: CampaignRouteOptions) =>
  defineRoutes((server) => {
    const approveLargeStart = approverOf(startLargeAction)
    server.get(
      '/api/campaigns',
      {
        config: { access: campaignPermissions.read },
        schema: {
          tags,
          summary: 'Campaigns, newest first',
          querystring: CampaignQuery,
          response: { 200: z.array(CampaignEntry) },
        },
      },
      async (request, reply) => pagedList(request, reply, await campaigns.list(request.query)),
    )

    server.post(
      '/api/campaigns',
      {
        config: { access: campaignPermissions.edit },
        bodyLimit,
        schema: { tags, summary: 'Write a campaign', body: CampaignDraft, response: { 201: Campaign } },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await campaigns.create(request.body, signedIn.user.id)),
    )

    server.post(
      '/api/campaigns/audience',
      {
        config: { access: campaignPermissions.read },
        bodyLimit,
        schema: {
          tags,
          summary: 'How many an audience has, and some of its people',
          body: Audience,
          response: { 200: AudienceCount },
        },
      },
      async (request, _reply, signedIn) => campaigns.count(request.body, signedIn.user.role),
    )

    server.post(
      '/api/campaigns/preview',
      {
        config: { access: campaignPermissions.read },
        bodyLimit,
        schema: {
          tags,
          summary: 'A text as a mail of it would look',
          body: CampaignPreviewDraft,
          response: { 200: MailPreview },
        },
      },
      async (request) => campaigns.preview(request.body),
    )

    server.post(
      '/api/campaigns/test',
      {
        config: { access: campaignPermissions.sendTest },
        bodyLimit,
        schema: {
          tags,
          summary: 'Send oneself a trial of a text, saved or not',
          body: CampaignTestMail,
          response: { 200: TestMailSent },
        },
      },
      async (request, _reply, signedIn) => ({
        to: await campaigns.sendTestMail(request.body, signedIn.user.id),
      }),
    )

    server.get(
      '/api/campaigns/:id',
      {
        config: { access: campaignPermissions.read },
        schema: { tags, summary: 'One campaign', params: byId, response: answer },
      },
      async (request, _reply, signedIn) => campaigns.get(request.params.id, signedIn.user.role),
    )

    server.get(
      '/api/campaigns/:id/progress',
      {
        config: { access: campaignPermissions.read },
        schema: {
          tags,
          summary: 'What has become of its mails',
          params: byId,
          response: { 200: CampaignProgress },
        },
      },
      async (request) => campaigns.progress(request.params.id),
    )

    server.put(
      '/api/campaigns/:id',
      {
        config: { access: campaignPermissions.edit },
        bodyLimit,
        schema: {
          tags,
          summary: 'Change a campaign that does not go out yet',
          params: byId,
          body: CampaignChange,
          response: answer,
        },
      },
      async (request, _reply, signedIn) =>
        campaigns.change(request.params.id, request.body, approveLargeStart(signedIn)),
    )

    server.delete(
      '/api/campaigns/:id',
      {
        config: { access: campaignPermissions.edit },
        schema: { tags, summary: 'Forget a draft', params: byId, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await campaigns.remove(request.params.id)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/campaigns/:id/schedule',
      {
        config: { access: campaignPermissions.run },
        schema: {
          tags,
          summary: 'Have it go out, at once or at a time',
          params: byId,
          body: CampaignSchedule,
          response: answer,
        },
      },
      async (request, _reply, signedIn) =>
        campaigns.schedule(request.params.id, request.body, approveLargeStart(signedIn)),
    )

    for (const [action, summary] of [
      ['pause', 'Stop it where it is'],
      ['resume', 'Go on where it was stopped'],
      ['cancel', 'Send nothing more of it'],
    ] as const) {
      server.post(
        `/api/campaigns/:id/${action}`,
        {
          config: { access: campaignPermissions.run },
          schema: { tags, summary, params: byId, response: answer },
        },
        async (request, _reply, signedIn) =>
          campaigns[action](request.params.id, approveLargeStart(signedIn)),
      )
    }

    server.post(
      '/api/campaigns/:id/duplicate',
      {
        config: { access: campaignPermissions.edit },
        schema: { tags, summary: 'A new draft of the same', params: byId, response: { 201: Campaign } },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await campaigns.duplicate(request.params.id, signedIn.user.id)),
    )
  })
