import { z } from 'zod'
import { findBearerToken } from '#http/access.ts'
import { writtenAnswer } from '#http/openapi/written-answer.ts'
import { defineRoutes } from '#http/routes.ts'
import { livePath } from '#shared/live/stream.ts'
import { livePermissions } from './permissions.ts'
import type { Streams } from './streams.ts'

/** The event stream. The token is in a header, as in every call: addresses end up in logs. */
export const liveRoutes = ({ streams }: { streams: Streams }) =>
  defineRoutes((server) => {
    server.get(
      livePath,
      {
        config: { access: livePermissions.follow, isAutomatic: true, isLong: true, isEndless: true },
        schema: {
          tags: ['Live'],
          operationId: 'followChanges',
          summary: 'Follow what changes: topics as server-sent events, for as long as the session lasts',
          response: writtenAnswer(z.string(), 'text/event-stream'),
        },
      },
      (request, reply, signedIn) => {
        reply.type('text/event-stream; charset=utf-8')
        // Proxies that buffer would hold the events back.
        reply.header('x-accel-buffering', 'no')
        if (request.method === 'HEAD') return reply.send('')
        return reply.send(streams.open(signedIn, findBearerToken(request) ?? ''))
      },
    )
  })
