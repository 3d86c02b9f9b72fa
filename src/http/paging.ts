import type { FastifyReply, FastifyRequest } from 'fastify'

interface Page {
  limit: number
  offset: number
}

/** Returns one page of a list and sets its headers: `X-Total-Count` and `Link` (RFC 8288). */
export function pagedList<Item>(
  { url, query: { limit, offset } }: Pick<FastifyRequest, 'url'> & { query: Page },
  reply: Pick<FastifyReply, 'header'>,
  { items, total }: { items: Item[]; total: number },
): Item[] {
  const [path = '', search] = url.split('?')
  const at = (start: number) => {
    const parameters = new URLSearchParams(search)
    parameters.set('limit', String(limit))
    parameters.set('offset', String(start))
    return `<${path}?${parameters}>`
  }
  const links: string[] = []
  if (offset > 0) links.push(`${at(0)}; rel="first"`, `${at(Math.max(0, offset - limit))}; rel="prev"`)
  if (offset + limit < total) links.push(`${at(offset + limit)}; rel="next"`)
  reply.header('x-total-count', String(total))
  if (links.length > 0) reply.header('link', links.join(', '))
  return items
}
