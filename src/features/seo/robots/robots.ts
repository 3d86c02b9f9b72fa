import { readGroups, writeGroups } from './model.ts'

interface RobotsOptions {
  publicUrl: string
  hasSitemap: boolean
  /** The team's own rules. */
  own: string
}

/**
 * What crawlers may fetch (RFC 9309). `/login` is allowed, so that they see its `noindex`. Of the API, what the
 * documentation page is made from is allowed.
 */
export function writeRobots({ publicUrl, hasSitemap, own }: RobotsOptions): string {
  const sitemap = hasSitemap ? `\nSitemap: ${publicUrl}/sitemap.xml\n` : ''
  return `${writeGroups(readGroups(own).groups)}\n${sitemap}`
}
