import type { FastifyRequest } from 'fastify'
import type { Language } from '#shared/languages.ts'

/** Where a request came from. */
export interface RequestOrigin {
  /** The network that counts as one client. */
  client: string
  userAgent: string
  /** That of its answer. */
  language: Language
}

export function originOf({
  client,
  headers,
  language,
}: Pick<FastifyRequest, 'client' | 'language' | 'headers'>): RequestOrigin {
  return { client, userAgent: headers['user-agent'] ?? '', language }
}
