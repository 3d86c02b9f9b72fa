import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'

/** A request of the product to itself. */
interface OwnRequest {
  method: 'GET' | 'HEAD'
  /** Begins with a slash. */
  path: string
}

interface OwnAnswer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  body: string
}

/** Whether the product itself asks, within its process: nobody outside can send such a request. */
export const isOwnRequest = (request: IncomingMessage): boolean => isInjection(request)

/** Creates requests to the product's own server, answered as those of any visitor are, but without a connection and its limits. */
export function createOwnRequests({ publicUrl }: { publicUrl: string }) {
  const { host } = new URL(publicUrl)
  let server: FastifyInstance | undefined
  let visits = 0
  return {
    /** To be called once there is a server. */
    answerWith(built: FastifyInstance): void {
      server = built
      built.server.on('request', () => {
        visits++
      })
    },
    /** How many requests of others there were. */
    countVisits: () => visits,
    /** Asks as a search engine does: without cookies, in no language. @throws {Error} before there is a server, and after it was closed */
    async ask({ method, path }: OwnRequest): Promise<OwnAnswer> {
      if (!server) throw new Error('there is no server yet')
      const { statusCode, headers, body } = await server.inject({
        ...{ method, url: path },
        headers: { host, 'user-agent': 'Firmeza-Site-Check/1.0 (bot)', accept: 'text/html,*/*;q=0.8' },
      })
      const named = Object.entries(headers).map(([name, value]) => [
        name,
        value === undefined ? undefined : [value].flat().join(', '),
      ])
      return { status: statusCode, headers: Object.fromEntries(named), body }
    },
  }
}
export type OwnRequests = ReturnType<typeof createOwnRequests>
