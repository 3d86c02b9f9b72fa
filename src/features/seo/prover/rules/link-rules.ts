import { findAddress, readTarget, splitAddress } from '#features/seo/prover/crawl/addresses.ts'
import { follow } from '#features/seo/prover/crawl/site.ts'
import { hasDoubledPrefix } from './address-rules.ts'
import { type Found, foundOn, type PageRule } from './rule.ts'

/** Links lead somewhere, without detours, in the language of the page. */
export const checkLinks: PageRule = (page, site) => {
  const { address, language, content } = page
  const seen = new Set<string>()
  return content.links.flatMap((link): Found[] => {
    const target = readTarget(link, address, site.publicUrl)
    if (target.kind === 'unreadable')
      return once(seen, foundOn(page, 'link_broken', { subject: link, status: 0 }))
    if (target.kind !== 'here' || seen.has(target.address)) return []
    seen.add(target.address)
    const subject = target.address
    if (hasDoubledPrefix(subject)) return [foundOn(page, 'prefix_doubled', { subject })]
    const { end, hops, isLoop } = follow(site, subject)
    if (isLoop) return [foundOn(page, 'redirect_loop', { subject })]
    if (end && end.status >= 400) return [foundOn(page, 'link_broken', { subject, status: end.status })]
    if (hops > 1) return [foundOn(page, 'redirect_chain', { subject, hops })]
    // The same page with a language in its address is the one that search engines list.
    const isBare = language !== undefined && splitAddress(subject).language === undefined
    const own = `/${language}${subject.replace(/\?.*$/, '')}`
    const hasOwn = site.known.has(own) || site.sitemap.entries.has(own)
    return isBare && hasOwn ? [foundOn(page, 'link_language', { subject, expected: language })] : []
  })
}

function once(seen: Set<string>, found: Found): Found[] {
  if (seen.has(found.subject)) return []
  seen.add(found.subject)
  return [found]
}

/** Pages have a picture for those who share them, and the picture is there. */
export const checkPicture: PageRule = (page, site) => {
  const { content, isIndexable, address } = page
  if (!isIndexable) return []
  const [picture] = content.pictures
  if (!picture) return [foundOn(page, 'picture_missing')]
  const path = findAddress(picture, address, site.publicUrl)
  if (path === undefined) return []
  const { end, isLoop } = follow(site, path)
  if (isLoop || (end && end.status !== 200))
    return [foundOn(page, 'picture_broken', { subject: path, status: end?.status ?? 310 })]
  return []
}

/** Pictures have a text for those who do not see them, and nothing is loaded without encryption. */
export const checkParts: PageRule = (page, site) => [
  ...[...new Set(page.content.silentPictures)].map((subject) =>
    foundOn(page, 'image_alt', { subject: subject || '?' }),
  ),
  ...(site.publicUrl.startsWith('https:')
    ? [...new Set(page.content.insecure)].map((subject) => foundOn(page, 'insecure_content', { subject }))
    : []),
]
