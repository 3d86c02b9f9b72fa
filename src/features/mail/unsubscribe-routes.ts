import formBody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UnsubscribeState } from '#features/early-adopters/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Database } from '#platform/postgres.ts'
import { inEveryLanguage } from '#shared/languages.ts'
import type { MailLinks } from './links.ts'
import type { PersonalMail } from './personal.ts'

interface UnsubscribeRouteOptions {
  db: Database
  links: MailLinks
  personal: PersonalMail
  /** What becomes of the reader's consent; each answers whether anything changed. */
  consent: {
    withdraw(leadId: string, reason: 'unsubscribed'): Promise<boolean>
    /** Makes a withdrawal undone, as if it had not been. */
    restore(leadId: string): Promise<boolean>
  }
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: 'unsubscribe',
    about: { unsubscribe: UnsubscribeState; path: string },
    status?: number,
  ): Promise<void>
}

const byToken = z.object({ token: z.string().max(200) })

/**
 * The way out of the mails (RFC 8058): looking shows a button and changes nothing, since scanners look; posting acts at
 * once, whoever posts, a person or their mail program.
 */
export const unsubscribeRoutes = ({ db, links, personal, consent, sendPage }: UnsubscribeRouteOptions) =>
  defineRoutes(async (server) => {
    server.removeAllContentTypeParsers()
    // Mail programs may send the one field as multipart (RFC 8058 §3.1); nothing of it is needed.
    server.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
      payload.on('end', () => done(null, {})).resume()
    })
    await server.register(formBody, { bodyLimit: 4 * 1024 })
    const config = { access: 'public', expects: 'application/x-www-form-urlencoded' } as const
    const schema = { hide: true, params: byToken }

    const show = (
      request: FastifyRequest,
      reply: FastifyReply,
      token: string,
      view: UnsubscribeState['view'],
    ) =>
      sendPage(
        request,
        reply,
        'unsubscribe',
        { unsubscribe: { view, token }, path: `/unsubscribe/${token}` },
        view === 'unknown' ? 404 : 200,
      )

    /** The mail behind a link; `undefined` when the link is not one of ours, `gone` when the mail was erased since. */
    async function findMail(token: string) {
      const link = links.readLink('unsubscribe', token)
      return link && ((await personal.find(db, link.mailId)) ?? 'gone')
    }

    for (const path of inEveryLanguage('/unsubscribe/:token')) {
      server.get(path, { config, schema }, async (request, reply) => {
        const { token } = request.params
        const mail = await findMail(token)
        return show(request, reply, token, mail && mail !== 'gone' ? 'ask' : 'unknown')
      })

      server.post(path, { config, schema }, async (request, reply) => {
        const { token } = request.params
        const mail = await findMail(token)
        if (!mail) return show(request, reply, token, 'unknown')
        // Whoever was erased gets no more mail: for a mail program that is what it asked for.
        if (mail === 'gone') return show(request, reply, token, 'gone')
        if (!mail.leadId) await personal.stop(db, mail.toEmail.toLowerCase(), 'unsubscribed')
        else if (await consent.withdraw(mail.leadId, 'unsubscribed')) await personal.countStop(db, mail)
        return show(request, reply, token, 'done')
      })

      server.post(`${path}/undo`, { config, schema }, async (request, reply) => {
        const { token } = request.params
        const mail = await findMail(token)
        if (!mail || mail === 'gone') return show(request, reply, token, 'unknown')
        if (mail.leadId) await consent.restore(mail.leadId)
        else await personal.resume(db, mail.toEmail.toLowerCase())
        return show(request, reply, token, 'undone')
      })
    }
  })
