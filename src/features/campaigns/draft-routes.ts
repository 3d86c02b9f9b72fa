import { MailPreview, TestMailSent } from '#features/mail/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { Audience, AudienceCount, CampaignPreviewDraft, CampaignTestMail } from './contract.ts'
import type { CampaignDrafts } from './drafts.ts'
import { campaignPermissions } from './permissions.ts'

const tags = ['Campaigns']
/** The bytes of ten texts of the maximal length and a selection of leads. */
export const bodyLimit = 4 * 1024 * 1024

/** Counting the audience, previews and test mails of unsaved campaigns. */
export const campaignDraftRoutes = ({ drafts }: { drafts: CampaignDrafts }) =>
  defineRoutes((server) => {
    server.post(
      '/api/campaigns/audience',
      {
        config: { access: campaignPermissions.read },
        bodyLimit,
        schema: {
          tags,
          operationId: 'countAudience',
          summary: 'Count an audience and list some of its members',
          body: Audience,
          response: { 200: AudienceCount },
        },
      },
      async (request, _reply, signedIn) => drafts.count(request.body, signedIn.user),
    )

    server.post(
      '/api/campaigns/preview',
      {
        config: { access: campaignPermissions.read },
        bodyLimit,
        schema: {
          tags,
          operationId: 'previewCampaign',
          summary: 'Preview a text as a mail',
          body: CampaignPreviewDraft,
          response: { 200: MailPreview },
        },
      },
      async (request) => drafts.preview(request.body),
    )

    server.post(
      '/api/campaigns/test',
      {
        config: { access: campaignPermissions.sendTest },
        bodyLimit,
        schema: {
          tags,
          operationId: 'sendCampaignTest',
          summary: 'Send a test mail of a text to your own address',
          body: CampaignTestMail,
          response: { 200: TestMailSent },
        },
      },
      async (request, _reply, signedIn) => ({
        to: await drafts.sendTestMail(request.body, signedIn.user.id),
      }),
    )
  })
