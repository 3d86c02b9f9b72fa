import { parseRobots } from '#features/seo/robots/model.ts'
import type { AskSite } from './requests.ts'
import type { Robots } from './site.ts'

/** Reads robots.txt as the crawler of Google does (RFC 9309). */
export async function readRobots({ ask, publicUrl }: { ask: AskSite; publicUrl: string }): Promise<Robots> {
  const { status, body } = await ask({ method: 'GET', path: '/robots.txt' })
  // Crawlers take 4xx for a leave to read all (RFC 9309 §2.3.1).
  const rules = parseRobots(`${publicUrl}/robots.txt`, status === 200 ? body : '')
  return {
    state: status === 200 ? 'working' : 'error',
    status,
    namesSitemap: rules.getSitemaps().length > 0,
    allows: (address) => rules.isAllowed(publicUrl + address, 'Googlebot') !== false,
  }
}
