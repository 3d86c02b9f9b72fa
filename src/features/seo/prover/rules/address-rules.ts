import { findAddress, readTarget, splitAddress } from '#features/seo/prover/crawl/addresses.ts'
import { digestAlternates, findNoindex, follow, type Site } from '#features/seo/prover/crawl/site.ts'
import { isLanguage } from '#shared/languages.ts'
import { type Found, foundOn, type PageRule } from './rule.ts'

/** The page says under which address it is to be listed: under its own. */
export const checkCanonical: PageRule = (page, site) => {
  const { address, content, canonical } = page
  const isExpected = site.known.has(address) || site.sitemap.entries.has(address)
  const links = [...new Set(content.canonicals)]
  const [link] = links
  if (link === undefined) return isExpected ? [foundOn(page, 'canonical_missing')] : []
  if (links.length > 1) return [foundOn(page, 'canonical_several', { number: links.length })]
  const target = readTarget(link, address, site.publicUrl)
  if (canonical === undefined)
    return [foundOn(page, 'canonical_foreign', { subject: target.kind === 'elsewhere' ? target.url : link })]
  if (target.kind === 'here' && target.isInsecure)
    return [foundOn(page, 'canonical_other', { subject: link })]
  if (canonical === address) return []
  const { end, hops, isLoop } = follow(site, canonical)
  if (isLoop || hops > 0 || (end && end.status >= 400))
    return [
      foundOn(page, 'canonical_target', {
        subject: canonical,
        status: isLoop ? 310 : (end?.status ?? 0),
        hops,
      }),
    ]
  return isExpected ? [foundOn(page, 'canonical_other', { subject: canonical })] : []
}

/** Whether an address begins with two languages, such as `/es/es/`. */
export function hasDoubledPrefix(address: string): boolean {
  const { language, path } = splitAddress(address)
  return language !== undefined && isLanguage(/^\/([a-z]{2})(?=[/?]|$)/.exec(path)?.[1])
}

/** What the answer to an address says before there is a page to judge: its status, its redirects, whether it may be listed. */
export function checkAnswer(site: Site, address: string): Found[] {
  const answer = site.answers.get(address)
  if (!answer) return []
  const page = { address }
  const isListed = site.sitemap.entries.has(address)
  if (isListed && hasDoubledPrefix(address)) return [foundOn(page, 'prefix_doubled', { subject: address })]
  // What is in no list any more is found by the links that lead to it.
  if (!isListed && !site.known.has(address) && !answer.content) return []
  if (!site.robots.allows(address)) return [foundOn(page, 'page_blocked')]
  const { end, hops, isLoop, elsewhere } = follow(site, address)
  if (isLoop) return [foundOn(page, 'redirect_loop')]
  if (hops > 0) {
    const subject = elsewhere ?? end?.address ?? ''
    return [foundOn(page, isListed ? 'sitemap_redirect' : 'page_redirect', { subject })]
  }
  const { status } = answer
  if (status !== 200) return [foundOn(page, isListed ? 'sitemap_status' : 'page_status', { status })]
  const where = findNoindex(answer)
  const isExpected = isListed || site.known.has(address)
  if (where && isExpected) return [foundOn(page, isListed ? 'sitemap_noindex' : 'page_noindex', { where })]
  return []
}

/** The sitemap lists every page that may be listed, with the same languages as the page names. */
export const checkListing: PageRule = (page, { sitemap, publicUrl, unlisted }) => {
  if (
    sitemap.state !== 'working' ||
    unlisted.has(page.address) ||
    !page.isIndexable ||
    page.content.hasPrevious
  )
    return []
  const listed = sitemap.entries.get(page.address)
  if (listed === undefined) return page.language ? [foundOn(page, 'sitemap_omits')] : []
  const { alternates } = page.content
  // A page without any has a finding of its own.
  if (alternates.length === 0) return []
  const absolute = alternates.map(({ hreflang, href }) => {
    const address = findAddress(href, page.address, publicUrl)
    return { hreflang, href: address === undefined ? href : publicUrl + address }
  })
  return listed === digestAlternates(absolute) ? [] : [foundOn(page, 'sitemap_alternates')]
}
