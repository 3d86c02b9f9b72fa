import type { Clock } from '#platform/clock.ts'
import { defineRoutes } from './routes.ts'

interface SecurityTxtOptions {
  publicUrl: string
  /** The mailbox that takes reports. */
  mailbox(): string
  clock: Clock
}

const path = '/.well-known/security.txt'
const validDays = 180

/** Where to report a vulnerability, for people and scanners (RFC 9116). */
export const securityTxtRoutes = ({ publicUrl, mailbox, clock }: SecurityTxtOptions) =>
  defineRoutes((server) => {
    server.get(path, { config: { access: 'public' }, schema: { hide: true } }, async (_request, reply) => {
      const expires = clock.now()
      expires.setUTCDate(expires.getUTCDate() + validDays)
      expires.setUTCHours(0, 0, 0, 0)
      reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      return [
        `Contact: mailto:${mailbox()}`,
        `Expires: ${expires.toISOString()}`,
        'Preferred-Languages: es, en',
        `Canonical: ${publicUrl}${path}`,
        '',
      ].join('\n')
    })
  })
