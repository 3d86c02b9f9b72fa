import type { ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { Segment } from '#shared/segments.ts'

/** Every public page, by name. */
export type RouteName =
  | 'landing'
  | 'about'
  | 'register'
  | 'identity'
  | 'transparency'
  | 'industrial'
  | 'docs'
  | 'privacy'
  | 'terms'

export interface PublicPage {
  name: RouteName
  /** Without the language; a slash at its start, none at its end but on the landing. */
  path: string
  /** The key of its title, description and keywords, built in. */
  metadata: string
  /** The texts of the team that it shows. The first may also say its title, description and keywords. */
  reads: readonly ContentKey[]
  /** The segment its early-adopter form starts with; absent on a page without the form. */
  form?: Segment
  /** Whether it lists the public documents. */
  listsDocuments?: true
}

/** The public pages (seed B §2). A page that is added here is served, linked from the menus and mapped by itself. */
export const publicPages: readonly PublicPage[] = [
  {
    name: 'landing',
    path: '/',
    metadata: 'site:meta',
    reads: ['home-hero', 'home-problem', 'home-cases', 'home-why', 'home-community'],
    form: 'developer',
  },
  {
    name: 'about',
    path: '/about',
    metadata: 'about:meta',
    reads: ['about-mission', 'about-team', 'about-technology'],
  },
  { name: 'register', path: '/register', metadata: 'register:meta', reads: [], form: 'developer' },
  {
    name: 'identity',
    path: '/use-cases/identity',
    metadata: 'use-cases:identity.meta',
    reads: ['use-cases-identity'],
    form: 'developer',
  },
  {
    name: 'transparency',
    path: '/use-cases/transparency',
    metadata: 'use-cases:transparency.meta',
    reads: ['use-cases-transparency'],
    form: 'ngo_gov',
  },
  {
    name: 'industrial',
    path: '/use-cases/industrial',
    metadata: 'use-cases:industrial.meta',
    reads: ['use-cases-industrial'],
    form: 'business',
  },
  { name: 'docs', path: '/docs', metadata: 'documents:meta', reads: [], listsDocuments: true },
  { name: 'privacy', path: '/privacy', metadata: 'legal:privacy.meta', reads: [] },
  { name: 'terms', path: '/terms', metadata: 'legal:terms.meta', reads: [] },
]

/** Addresses that lead elsewhere, with and without a language before them. */
export const redirects = [
  { from: '/doc', to: '/docs' },
  { from: '/community', to: '/#community' },
] as const

const pagesByName = new Map(publicPages.map((page) => [page.name, page]))
const pagesByPath = new Map(publicPages.map((page) => [page.path, page]))

export function getPublicPage(name: RouteName): PublicPage {
  const page = pagesByName.get(name)
  if (!page) throw new RangeError(`There is no public page ${name}`)
  return page
}

/** Whether a page is one of the public pages, which search engines may know. */
export function isPublicPage(name: string): name is RouteName {
  return pagesByName.has(name as RouteName)
}

/** The page at a path without its language. */
export function findPublicPage(path: string): PublicPage | undefined {
  return pagesByPath.get(path)
}

/** Where each text of the team stands on its page. */
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

/** The page that shows a text of the team, the text that speaks for it to search engines first, and where it stands. */
export function getPageOfText(key: ContentKey) {
  const page = publicPages.find(({ reads }) => reads.includes(key))
  const [source, ...others] = page?.reads ?? []
  if (!page || !source) throw new RangeError(`No page shows ${key}`)
  return { ...page, reads: [source, ...others] as const, anchor: anchors[key] }
}

/** The address of a page in a language. */
export function pageAddress(name: RouteName, language: Language): string {
  return `/${language}${getPublicPage(name).path}`
}

/** The sections of the landing page, whose ids are the same in every language. */
export const landingSections = ['top', 'advantages', 'cases', 'community', 'investors', 'resources'] as const
export type LandingSection = (typeof landingSections)[number]
