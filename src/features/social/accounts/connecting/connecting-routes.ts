import { z } from 'zod'
import { Connection, ConnectionResult, NewConnection } from '#features/social/accounts/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { byId } from '#shared/parameters.ts'
import type { Callback } from './callback.ts'
import { callbackPageHeaders, writeCallbackPage } from './callback-page.ts'
import { type Connections, connectionLasts } from './connections.ts'
import { callbackPath, cookieOf, isRandom } from './state.ts'

const tags = ['Social accounts']

export interface ConnectingRouteOptions {
  connections: Connections
  callback: Callback
  publicUrl: string
  siteName(): string
  translator(language: Language): Translate
}

/** The connecting of accounts at their platforms' pages. */
export const connectingRoutes = (options: ConnectingRouteOptions) =>
  defineRoutes((server) => {
    const { connections, callback, publicUrl, siteName, translator } = options
    const secure = publicUrl.startsWith('https:')
    const cookieOptions = { httpOnly: true, sameSite: 'lax', path: callbackPath, secure } as const

    server.post(
      '/api/social/accounts/connect',
      {
        config: {
          access: socialPermissions.manage,
          refusals: {
            409: ['social_platform_off', 'social_platform_no_page', 'social_platform_not_configured'],
          },
        },
        schema: {
          tags,
          operationId: 'connectSocialAccount',
          summary:
            'Begin to connect an account: the address of the platform’s page, which brings the person back within ten minutes, in the same browser',
          body: NewConnection,
          response: { 200: Connection },
        },
      },
      async (request, reply, signedIn) => {
        const { id, url, cookie } = await connections.begin(request.body.platform, signedIn)
        reply.setCookie(cookie.name, cookie.value, { ...cookieOptions, maxAge: connectionLasts / 1000 })
        return { id, url }
      },
    )

    server.get(
      '/api/social/connections/:id',
      {
        config: {
          access: socialPermissions.manage,
          isAutomatic: true,
          refusals: { 404: ['social_connection_not_found'] },
        },
        schema: {
          tags,
          operationId: 'getSocialConnection',
          summary: 'What has become of an account that one has begun to connect',
          params: byId,
          response: { 200: ConnectionResult },
        },
      },
      (request, _reply, { user }) => connections.get(request.params.id, user.id),
    )

    server.get(
      `${callbackPath}/:platform_id`,
      {
        config: { access: 'public', rateLimit: 'page' },
        schema: {
          hide: true,
          params: z.object({ platform_id: z.string() }),
          querystring: z.record(z.string(), z.unknown()),
        },
      },
      async (request, reply) => {
        const { state, code, error } = request.query
        const name = isRandom(state) ? cookieOf(state) : undefined
        const outcome = await callback({
          ...{ state, code, error, platform: request.params.platform_id },
          cookie: name === undefined ? undefined : request.cookies[name],
        })
        if (name !== undefined) reply.clearCookie(name, cookieOptions)
        const language = request.pageLanguage
        return reply
          .status(outcome === 'connected' ? 200 : 400)
          .headers(callbackPageHeaders)
          .send(writeCallbackPage({ outcome, language, t: translator(language), siteName: siteName() }))
      },
    )
  })
