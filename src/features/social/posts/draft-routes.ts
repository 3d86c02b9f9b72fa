import { z } from 'zod'
import { socialPermissions } from '#features/social/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { DraftChange, draftLimits, NewDraft, SocialDraft } from './contract.ts'
import type { Drafts } from './drafts.ts'

const tags = ['Posts on social platforms']
const access = socialPermissions.publish
// A letter may have three bytes, and JSON may escape it.
const bodyLimit = draftLimits.characters * 6

/** What people are writing. */
export const draftRoutes = ({ drafts }: { drafts: Drafts }) =>
  defineRoutes((server) => {
    server.get(
      '/api/social/drafts',
      {
        config: { access },
        schema: {
          tags,
          operationId: 'listSocialDrafts',
          summary: 'Your drafts of posts, the one last saved first',
          response: { 200: z.array(SocialDraft) },
        },
      },
      (_request, _reply, { user }) => drafts.list(user.id),
    )

    server.post(
      '/api/social/drafts',
      {
        bodyLimit,
        config: { access, refusals: { 409: ['social_drafts_full'] } },
        schema: {
          tags,
          operationId: 'createSocialDraft',
          summary: 'Save a draft of posts',
          body: NewDraft,
          response: { 201: SocialDraft },
        },
      },
      async (request, reply, { user }) =>
        reply.status(201).send(await drafts.add(request.body.content, user.id)),
    )

    server.put(
      '/api/social/drafts/:id',
      {
        bodyLimit,
        config: { access, refusals: { 404: ['social_draft_not_found'], 409: ['social_draft_stale'] } },
        schema: {
          tags,
          operationId: 'saveSocialDraft',
          summary: 'Save a draft once more',
          params: byId,
          body: DraftChange,
          response: { 200: SocialDraft },
        },
      },
      ({ params: { id }, body }, _reply, { user }) => drafts.save(id, body, user.id),
    )

    server.delete(
      '/api/social/drafts/:id',
      {
        config: { access },
        schema: {
          tags,
          operationId: 'removeSocialDraft',
          summary: 'Remove a draft',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply, { user }) => {
        await drafts.remove(request.params.id, user.id)
        return reply.status(204).send()
      },
    )
  })
