/**
 * What crawlers may fetch (RFC 9309). `/login` is not closed to them: they must see that it is not to be indexed. Of the
 * API they may read what the documentation page is made from.
 */
export function writeRobots(publicUrl: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /api/
Allow: /api/doc/

Sitemap: ${publicUrl}/sitemap.xml
`
}
