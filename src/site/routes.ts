import type { ContentKey } from '#features/content/contract.ts'
import type { PageContents } from '#features/seo/contract.ts'
import type { Language } from '#shared/languages.ts'
import { listFaq } from '#site/register/faq.ts'
import type { PageData, PageInput, PageName, PublicPage, PublicPageName } from './contract.ts'

/** The server's part of a public page: it loads the page's data. A feature returns one for each page that shows its data. */
export interface PageSource<Name extends PublicPageName = PublicPageName> extends PageContents {
  name: Name
  load(variant: string, language: Language): Promise<PageData<Name>>
  /** The data to show when loading failed; without it, the visitor gets an error page. */
  describeFailure?(variant: string, language: Language, failure: LoadFailure): PageData<Name>
}

/** Why the data of a page could not be loaded. The detail is a sentence in the page's language. */
export interface LoadFailure {
  status: number
  detail: string
}

/** The public pages that belong to no feature. */
export const sitePages: readonly PublicPage[] = [
  {
    name: 'landing',
    path: '/',
    metadata: 'site:meta',
    reads: ['home-hero', 'home-problem', 'home-cases', 'home-why', 'home-community'],
    form: { segment: 'developer', kind: 'adopter', otherKinds: ['supporter', 'investor'] },
  },
  {
    name: 'about',
    path: '/about',
    metadata: 'about:meta',
    reads: ['about-mission', 'about-team', 'about-technology'],
    kind: 'AboutPage',
  },
  {
    name: 'register',
    path: '/register',
    metadata: 'register:meta',
    reads: [],
    form: { segment: 'developer', kind: 'adopter' },
    kind: 'FAQPage',
    questions: listFaq,
  },
  {
    name: 'identity',
    path: '/use-cases/identity',
    metadata: 'use-cases:identity.meta',
    reads: ['use-cases-identity'],
    form: { segment: 'developer', kind: 'demo' },
    kind: 'TechArticle',
  },
  {
    name: 'transparency',
    path: '/use-cases/transparency',
    metadata: 'use-cases:transparency.meta',
    reads: ['use-cases-transparency'],
    form: { segment: 'ngo_gov', kind: 'contact' },
    kind: 'TechArticle',
  },
  {
    name: 'industrial',
    path: '/use-cases/industrial',
    metadata: 'use-cases:industrial.meta',
    reads: ['use-cases-industrial'],
    form: { segment: 'business', kind: 'demo' },
    kind: 'TechArticle',
  },
  { name: 'privacy', path: '/privacy', metadata: 'legal:privacy.meta', reads: [], order: 1 },
  { name: 'terms', path: '/terms', metadata: 'legal:terms.meta', reads: [], order: 1 },
]

/** All public pages in the order of the sitemap: those of no feature and those of the features. */
export function listPublicPages(featurePages: readonly PublicPage[]): PublicPage[] {
  return [...sitePages, ...featurePages].toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

/** Addresses that redirect to a section of a page, with and without a language prefix. */
export const redirects = [{ from: '/community', to: '/#community' }] as const

/** The list of pages in which one is looked up. */
type Lookup = Pick<PageInput, 'pages'>

/** The public page of a name; undefined for a page that is not indexed. */
export function findPublicPage(name: PageName, { pages }: Lookup): PublicPage | undefined {
  return pages.find((page) => page.name === name)
}

/** The section of each text of the team on its page. */
const anchors: Record<ContentKey, string> = {
  'home-hero': 'top',
  'home-problem': 'advantages',
  'home-why': 'advantages',
  'home-cases': 'cases',
  'home-community': 'community',
  'about-mission': 'mission',
  'about-team': 'team',
  'about-technology': 'technology',
  'use-cases-identity': 'problem',
  'use-cases-transparency': 'problem',
  'use-cases-industrial': 'problem',
}

/** The page that shows a text of the team, the text that provides the page's metadata, and the section of the text. */
export function getPageOfText(key: ContentKey) {
  const page = sitePages.find(({ reads }) => reads.includes(key))
  const [source, ...others] = page?.reads ?? []
  if (!page || !source) throw new RangeError(`No page shows ${key}`)
  return { ...page, reads: [source, ...others] as const, anchor: anchors[key] }
}

/** The address of a page in the language of the one that links to it. */
export function pageAddress(
  name: PublicPageName,
  { pages, language }: Pick<PageInput, 'pages' | 'language'>,
): string {
  const page = findPublicPage(name, { pages })
  if (!page) throw new RangeError(`There is no public page ${name}`)
  return `/${language}${page.path}`
}

/** The sections of the landing page, whose ids are the same in every language. */
export const landingSections = ['top', 'advantages', 'cases', 'community', 'investors', 'resources'] as const
export type LandingSection = (typeof landingSections)[number]
