import type { Language } from '#shared/languages.ts'
import type { Repair, RuleCode } from './contract.ts'
import type { PublicAddress } from './inventory.ts'

/** What a page's text says, which whoever writes it can change. */
const textRules: readonly RuleCode[] = [
  ...(['title_missing', 'title_long', 'title_short', 'title_duplicate'] as const),
  ...(['description_missing', 'description_long', 'description_short', 'description_duplicate'] as const),
  ...([
    'script_wrong',
    'image_alt',
    'insecure_content',
    'h1_missing',
    'h1_several',
    'link_language',
  ] as const),
  ...(['prefix_doubled', 'link_broken', 'redirect_chain', 'redirect_loop'] as const),
]
/** What a new redirect repairs: from the page itself, or from the address that it leads to. */
const missingRules: readonly RuleCode[] = ['sitemap_status', 'page_status', 'link_broken']
/** What is repaired in a redirect that there is. */
const redirectRules: readonly RuleCode[] = [
  ...(['sitemap_redirect', 'page_redirect', 'redirect_chain', 'redirect_loop'] as const),
]
/** Rules about an address that the page leads to. */
const linkRules: readonly RuleCode[] = ['link_broken', 'redirect_chain', 'redirect_loop']
const appearanceRules: readonly RuleCode[] = [
  'page_noindex',
  'sitemap_noindex',
  'picture_missing',
  'picture_broken',
]
const settingRules: readonly RuleCode[] = ['robots_unreachable', 'page_blocked']
/** Whether the sitemap lists documents, and with what. */
const documentRules: readonly RuleCode[] = ['sitemap_omits', 'sitemap_alternates']

interface Place {
  rule: RuleCode
  /** The address of the page within the site, with its language. */
  page: string
  /** What of the page the finding is about, such as where a link leads. */
  subject: string
  language: Language | undefined
  /** The page as the product knows it. */
  known: PublicAddress | undefined
  /** The screen of the thing that the page is about. */
  screen: string | undefined
}

/** Where a finding is repaired: nearest to who can, else only in the program. */
export function findRepair({ rule, page, subject, language, known, screen }: Place): Repair {
  if (textRules.includes(rule)) {
    if (screen !== undefined) return { kind: 'document', path: screen }
    if (known?.text)
      return { kind: 'content', path: `/admin/content/${known.text}?language=${language ?? 'en'}` }
  }
  const address = encodeURIComponent(linkRules.includes(rule) ? subject : page)
  if (missingRules.includes(rule)) return { kind: 'redirects', path: `/admin/seo/redirects?from=${address}` }
  if (redirectRules.includes(rule))
    return { kind: 'redirects', path: `/admin/seo/redirects?search=${address}` }
  if (appearanceRules.includes(rule))
    return {
      kind: 'appearance',
      path: `/admin/seo/appearance${language ? `?language=${language}#${page}` : ''}`,
    }
  if (settingRules.includes(rule)) return { kind: 'settings', path: '/admin/settings/seo' }
  if (documentRules.includes(rule) && known?.isItem)
    return { kind: 'documents', path: '/admin/seo/documents' }
  return { kind: 'program', path: null }
}
