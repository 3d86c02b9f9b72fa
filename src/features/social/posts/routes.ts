import { z } from 'zod'
import { socialPermissions } from '#features/social/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import {
  CalendarPost,
  CalendarQuery,
  NewPosts,
  PostChange,
  PostEvent,
  PostMove,
  PostQuery,
  PublishedAddress,
  Retry,
  SocialPost,
} from './contract.ts'
import type { Decisions } from './decisions.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import type { PostReading } from './reading.ts'
import type { Scheduling } from './scheduling.ts'

const tags = ['Posts on social platforms']
const notFound = { 404: ['social_post_not_found'] }
const notOpen = [
  'social_post_stale',
  'social_post_published',
  'social_post_publishing',
  'social_post_unknown',
  'social_account_disconnected',
]

// Several long texts, whose letters may have four bytes.
const bodyLimit = 4 * 1024 * 1024

export interface PostRouteOptions {
  reading: PostReading
  scheduling: Scheduling
  decisions: Decisions
}

/** The posts, for the team. */
export const postRoutes = ({ reading }: PostRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/social/posts',
      {
        config: { access: socialPermissions.readPosts },
        schema: {
          tags,
          operationId: 'listSocialPosts',
          summary: 'Posts on social platforms, the earliest first',
          querystring: PostQuery,
          response: { 200: z.array(SocialPost) },
        },
      },
      async (request, reply) => pagedList(request, reply, await reading.list(request.query)),
    )

    server.get(
      '/api/social/posts/failed',
      {
        config: { access: socialPermissions.readPosts },
        schema: {
          tags,
          operationId: 'listFailedSocialPosts',
          summary: 'Posts that were not published or about which a person has to decide, newest first',
          querystring: PostQuery.pick({ limit: true, offset: true }),
          response: { 200: z.array(SocialPost) },
        },
      },
      async (request, reply) =>
        pagedList(request, reply, await reading.list({ ...request.query, status: 'failed', search: '' })),
    )

    server.get(
      '/api/social/calendar',
      {
        config: { access: socialPermissions.readPosts },
        schema: {
          tags,
          operationId: 'listSocialCalendar',
          summary: 'The posts of a span, at most 5,000, with the beginning of what they say',
          querystring: CalendarQuery,
          response: { 200: z.array(CalendarPost) },
        },
      },
      (request) => reading.listCalendar(request.query),
    )

    server.get(
      '/api/social/posts/:id',
      {
        config: { access: socialPermissions.readPosts, refusals: notFound },
        schema: {
          tags,
          operationId: 'getSocialPost',
          summary: 'One post',
          params: byId,
          response: { 200: SocialPost },
        },
      },
      (request) => reading.get(request.params.id),
    )

    server.get(
      '/api/social/posts/:id/history',
      {
        config: { access: socialPermissions.readPosts, refusals: notFound },
        schema: {
          tags,
          operationId: 'listSocialPostHistory',
          summary: 'What has happened to a post: attempts, answers without secrets, decisions',
          params: byId,
          response: { 200: z.array(PostEvent) },
        },
      },
      (request) => reading.listEvents(request.params.id),
    )
  })

/** Writing posts, and deciding when they are published. */
export const schedulingRoutes = ({ reading, scheduling }: PostRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/social/posts',
      {
        bodyLimit,
        config: { access: socialPermissions.publish, refusals: { 422: ['idempotency_key_used'] } },
        schema: {
          tags,
          operationId: 'createSocialPosts',
          summary: 'Schedule posts that were written together, one for each account',
          description:
            'With a header `Idempotency-Key`, the same request sent twice schedules once and is answered alike. Without a time, the posts are published now.',
          body: NewPosts,
          response: { 201: z.array(SocialPost) },
        },
      },
      async (request, reply, { user }) => {
        const { headers, body } = request
        const asker = { userId: user.id, key: readIdempotencyKey(headers), what: body }
        const ids = (await scheduling.findScheduled(asker)) ?? (await scheduling.schedule(body, asker))
        return reply.status(201).send(await reading.listByIds(ids))
      },
    )

    server.put(
      '/api/social/posts/:id',
      {
        bodyLimit,
        config: { access: socialPermissions.publish, refusals: { ...notFound, 409: notOpen } },
        schema: {
          tags,
          operationId: 'changeSocialPost',
          summary: 'Change a post that is not published, and schedule it anew',
          params: byId,
          body: PostChange,
          response: { 200: SocialPost },
        },
      },
      async ({ params: { id }, body }, _reply, { user }) => {
        await scheduling.change(id, body, user.id)
        return reading.get(id)
      },
    )

    server.post(
      '/api/social/posts/:id/move',
      {
        config: { access: socialPermissions.publish, refusals: { ...notFound, 409: notOpen } },
        schema: {
          tags,
          operationId: 'moveSocialPost',
          summary: 'Give a post another time',
          params: byId,
          body: PostMove,
          response: { 200: SocialPost },
        },
      },
      async ({ params: { id }, body }, _reply, { user }) => {
        await scheduling.move(id, body, user.id)
        return reading.get(id)
      },
    )
  })

/** What people decide about posts. */
export const decisionRoutes = ({ reading, decisions }: PostRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/social/posts/:id/retry',
      {
        config: {
          access: socialPermissions.publish,
          refusals: { ...notFound, 409: ['social_post_not_failed'] },
        },
        schema: {
          tags,
          operationId: 'retrySocialPost',
          summary: 'Try a failed post again',
          description:
            'Where nobody knows whether it was published, its platform is asked first. `is_absent` says that a person has looked, and that it is not there.',
          params: byId,
          body: Retry,
          response: { 200: SocialPost },
        },
      },
      async ({ params: { id }, body }, _reply, { user }) => {
        await decisions.retry(id, body.is_absent, user.id)
        return reading.get(id)
      },
    )

    server.post(
      '/api/social/posts/:id/published',
      {
        config: {
          access: socialPermissions.publish,
          refusals: { ...notFound, 409: ['social_post_not_failed'] },
        },
        schema: {
          tags,
          operationId: 'markSocialPostPublished',
          summary: 'Note that a post is published, at the address where a person has found or put it',
          params: byId,
          body: PublishedAddress,
          response: { 200: SocialPost },
        },
      },
      async ({ params: { id }, body }, _reply, { user }) => {
        await decisions.markPublished(id, body.url, user.id)
        return reading.get(id)
      },
    )

    server.delete(
      '/api/social/posts/:id',
      {
        config: { access: socialPermissions.publish, refusals: { ...notFound, 409: notOpen } },
        schema: {
          tags,
          operationId: 'removeSocialPost',
          summary: 'Withdraw a post that is not published',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await decisions.remove(request.params.id)
        return reply.status(204).send()
      },
    )
  })
