import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { MailLinks } from '#features/mail/tracking/links.ts'
import { acceptForms } from '#http/forms.ts'
import { defineRoutes } from '#http/routes.ts'
import { inEveryLanguage } from '#shared/languages.ts'
import type { UnsubscribeState } from './contract.ts'
import type { Unsubscribing } from './unsubscribing.ts'

export interface UnsubscribeRouteOptions {
  links: MailLinks
  unsubscribing: Unsubscribing
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    content: { page: 'unsubscribe'; data: UnsubscribeState; path: string; status: number },
  ): Promise<void>
}

const byToken = z.object({ token: z.string().max(200) })

/**
 * The unsubscribe page (RFC 8058). GET shows a button and changes nothing, since scanners follow links; POST acts at
 * once, from a person or their mail program.
 */
export const unsubscribeRoutes = ({ links, unsubscribing, sendPage }: UnsubscribeRouteOptions) =>
  defineRoutes(async (server) => {
    await acceptForms(server, 4 * 1024)
    // Mail programs may send the one field as multipart (RFC 8058 §3.1); its content is not needed.
    server.instance.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.on('end', () => done(null, {})).resume()
    })
    const config = {
      access: 'public',
      expects: 'application/x-www-form-urlencoded',
      rateLimit: 'page',
    } as const
    // Mail programs post for many people from one network, so there is no hourly limit.
    const postConfig = { ...config, rateLimit: 'file' } as const
    const schema = { hide: true, params: byToken }

    const show = (
      request: FastifyRequest,
      reply: FastifyReply,
      token: string,
      view: UnsubscribeState['view'],
    ) =>
      sendPage(request, reply, {
        page: 'unsubscribe',
        data: { view, token },
        path: `/unsubscribe/${token}`,
        status: view === 'unknown' ? 404 : 200,
      })

    /** The id of the mail of a link; undefined when the link is not one of ours. */
    const mailIdOf = (token: string) => links.readLink('unsubscribe', token)?.mailId

    for (const path of inEveryLanguage('/unsubscribe/:token')) {
      server.get(path, { config, schema }, async (request, reply) => {
        const { token } = request.params
        const mailId = mailIdOf(token)
        const isKnown = mailId !== undefined && (await unsubscribing.isKnown(mailId))
        return show(request, reply, token, isKnown ? 'ask' : 'unknown')
      })

      server.post(path, { config: postConfig, schema }, async (request, reply) => {
        const { token } = request.params
        const mailId = mailIdOf(token)
        if (mailId === undefined) return show(request, reply, token, 'unknown')
        // An erased person gets no more mails either, so the mail program gets a success response.
        return show(request, reply, token, (await unsubscribing.unsubscribe(mailId)) ? 'done' : 'gone')
      })

      server.post(`${path}/undo`, { config, schema }, async (request, reply) => {
        const { token } = request.params
        const mailId = mailIdOf(token)
        const isUndone = mailId !== undefined && (await unsubscribing.resubscribe(mailId))
        return show(request, reply, token, isUndone ? 'undone' : 'unknown')
      })
    }
  })
