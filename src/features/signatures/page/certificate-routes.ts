import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CertificateRecord } from '#features/signatures/contract.ts'
import { findProblem } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import { inEveryLanguage } from '#shared/languages.ts'
import type { CertificateState } from './contract.ts'

export interface CertificatePageOptions {
  records: {
    /** @throws {Problem} 404, 410 once the holder was erased */
    get(certificateId: string): Promise<CertificateRecord>
  }
  /** Answers with a page made for one request. */
  sendPage(request: FastifyRequest, reply: FastifyReply, content: CertificateContent): Promise<void>
}

interface CertificateContent {
  page: 'certificate'
  data: CertificateState
  status: number
  path: string
}

const Wanted = z.object({ id: z.string().catch('') })

const config = { access: 'public', rateLimit: 'page' } as const

/** The public pages of certificates, where the code on a PDF leads: what is public about each. */
export const certificatePageRoutes = ({ records, sendPage }: CertificatePageOptions) =>
  defineRoutes((server) => {
    // The form of the page leads here in browsers without scripts.
    for (const path of inEveryLanguage('/verify/by-id')) {
      server.get(path, { config, schema: { hide: true, querystring: Wanted } }, async (request, reply) => {
        const id = request.query.id.trim().toLowerCase()
        return reply.redirect(`/${request.pageLanguage}/verify/${encodeURIComponent(id.slice(0, 100))}`, 303)
      })
    }

    for (const path of inEveryLanguage('/verify/:id')) {
      server.get(
        path,
        { config, schema: { hide: true, params: z.object({ id: z.string().max(100) }) } },
        async (request, reply) => {
          const id = request.params.id.toLowerCase()
          const { status, ...data } = await describe(id, records)
          await sendPage(request, reply, {
            ...{ page: 'certificate', data, status },
            path: `/verify/${encodeURIComponent(id)}`,
          })
        },
      )
    }
  })

async function describe(
  id: string,
  records: CertificatePageOptions['records'],
): Promise<CertificateState & { status: number }> {
  if (!z.uuid().safeParse(id).success) return { view: 'unknown', status: 404 }
  try {
    const record = await records.get(id)
    return {
      ...{ view: 'known', status: 200, id },
      address: record.statement.address,
      activatedAt: record.statement.activated_at,
      revokedAt: record.revoked_at,
      revokeReason: record.revoke_reason,
      entry: record.ledger?.leaf.index ?? null,
    }
  } catch (error) {
    const status = findProblem(error)?.status
    if (status === 404) return { view: 'unknown', status }
    if (status === 410) return { view: 'withdrawn', status }
    throw error
  }
}
