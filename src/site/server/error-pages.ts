import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedResponse, sendCachedResponse } from '#http/page-cache.ts'
import type { Problem } from '#shared/problem.ts'
import type { PageError } from '#site/contract.ts'
import { compressOnce, type PageResponses } from './page-responses.ts'
import type { VisitReader } from './visit.ts'

const reasons = ['preview_expired', 'maintenance'] as const

interface ErrorPageOptions {
  responses: PageResponses
  visits: VisitReader
  /** Calls a function whenever what the pages show has changed. */
  onChange(listener: () => void): void
}

/** Creates the error pages, in the visitor's language and theme. */
export function createErrorPages({ responses, visits, onChange }: ErrorPageOptions) {
  const { findYear, render } = responses
  const errorPages = new Map<string, Promise<CachedResponse>>()
  onChange(() => errorPages.clear())

  return {
    /** Sends an error page in the visitor's language and theme. */
    async sendError(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> {
      // One page for all missing addresses, so it must not contain this one.
      const visit = { ...visits.read(request.raw), path: '/', variant: '' }
      const reason = reasons.find((one) => one === problem.code)
      const make = async () => {
        const data: PageError = {
          status: problem.status,
          ...(problem.status === 500 && { requestId: request.id }),
          ...(reason && { reason }),
        }
        // Where there is something at the address, it may be a personal link, of which nobody else is told.
        const isPersonal = problem.status !== 404
        const answer = render({ page: 'error', data }, visit, problem.status, isPersonal)
        answer.headers['x-robots-tag'] = 'noindex'
        return compressOnce(answer)
      }
      const key = `${problem.status} ${reason} ${visit.language} ${visit.theme} ${visit.privacyControl} ${findYear()}`
      // Rendered once each, since refusing must cost less than serving. Only the page of an internal error contains its
      // request's id.
      const isOneOff = problem.status === 500
      const page = isOneOff ? make() : (errorPages.get(key) ?? make())
      if (!isOneOff) errorPages.set(key, page)
      const answer = await page.catch((error: unknown) => {
        errorPages.delete(key)
        throw error
      })
      const { retryAfter } = problem.options
      if (retryAfter !== undefined) reply.raw.setHeader('retry-after', String(retryAfter))
      sendCachedResponse(request, reply, answer)
    },
  }
}
