/**
 * What crawlers may fetch (RFC 9309). `/login` is allowed, so that they see its `noindex`. Of the API, what the
 * documentation page is made from is allowed.
 */
export function writeRobots(publicUrl: string, hasSitemap: boolean): string {
  return `User-agent: *
Disallow: /admin
Disallow: /api/
Allow: /api/doc/
${hasSitemap ? `\nSitemap: ${publicUrl}/sitemap.xml\n` : ''}`
}
