import type { FastifyReply, FastifyRequest } from 'fastify'

/** Tells how long a list is and where its neighbours are: `X-Total-Count` and `Link` (RFC 8288). */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset, total }: { limit: number; offset: number; total: number },
): void {
  const [path = '', query] = request.url.split('?')
  const at = (start: number) => {
    const parameters = new URLSearchParams(query)
    parameters.set('limit', String(limit))
    parameters.set('offset', String(start))
    return `<${path}?${parameters}>`
  }
  const links: string[] = []
  if (offset > 0) links.push(`${at(0)}; rel="first"`, `${at(Math.max(0, offset - limit))}; rel="prev"`)
  if (offset + limit < total) links.push(`${at(offset + limit)}; rel="next"`)
  reply.header('x-total-count', String(total))
  if (links.length > 0) reply.header('link', links.join(', '))
}
