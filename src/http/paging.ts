import type { FastifyReply, FastifyRequest } from 'fastify'

interface Page {
  limit: number
  offset: number
}

/**
 * Returns one page of a list and sets its headers: `X-Total-Count` and `Link` (RFC 8288). When not all were counted,
 * `X-Total-Count-Is: minimum` says so.
 */
export function pagedList<Item>(
  { url, query: { limit, offset } }: Pick<FastifyRequest, 'url'> & { query: Page },
  reply: Pick<FastifyReply, 'header'>,
  { items, total, isExact = true }: { items: Item[]; total: number; isExact?: boolean },
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
  const hasMore = isExact ? offset + limit < total : items.length === limit
  if (hasMore) links.push(`${at(offset + limit)}; rel="next"`)
  reply.header('x-total-count', String(total))
  if (!isExact) reply.header('x-total-count-is', 'minimum')
  if (links.length > 0) reply.header('link', links.join(', '))
  return items
}
