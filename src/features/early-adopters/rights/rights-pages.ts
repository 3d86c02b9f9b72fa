import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RightsNotice, RightsState } from '#features/early-adopters/model.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Rights } from './rights.ts'

export interface RightsRouteOptions {
  rights: Rights
  /** Answers with a page made for one request. */
  sendPage(request: FastifyRequest, reply: FastifyReply, content: RightsContent): Promise<void>
  /** Answers with a page that is the same for everyone, from the page cache. */
  sendNeutralPage(request: FastifyRequest, reply: FastifyReply, content: RightsContent): Promise<void>
}

interface RightsContent {
  page: 'rights'
  data: RightsState
  status?: number
  path?: string
}

/** How the routes of a personal link are configured. */
export const formRoute = {
  access: 'public',
  expects: 'application/x-www-form-urlencoded',
  rateLimit: 'page',
} as const

export const byToken = z.object({ token: z.string().max(200) })
/** A posted form, as its fields. */
export const Form = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({})

/** The largest posted form, in bytes. */
export const formLimit = 64 * 1024

/** Runs a handler; when its link is not valid, answers with the page for unknown links. */
export async function answerLink(
  { sendNeutralPage }: Pick<RightsRouteOptions, 'sendNeutralPage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    return sendNeutralPage(request, reply, {
      page: 'rights',
      data: { view: 'unknown' },
      path: '/rights',
      status: 404,
    })
  }
}

/** Where a personal link leads to, with what has just been done. */
export const rightsPath = (language: Language, token: string, done?: RightsNotice) =>
  `/${language}/rights/${token}${done ? `?done=${done}` : ''}`
