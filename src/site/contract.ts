import type { ContentKey, PublishedTexts } from '#features/content/contract.ts'
import type { FormState } from '#features/early-adopters/model.ts'
import type { Language } from '#shared/languages.ts'
import type { LeadKind } from '#shared/lead-requests.ts'
import type { Segment } from '#shared/segments.ts'
import type { LocalizedText } from '#shared/text.ts'

/**
 * The public pages by name, with the type of each page's own data. A feature adds its pages by declaration merging.
 */
export interface PublicPages {
  landing: undefined
  about: undefined
  register: undefined
  identity: undefined
  transparency: undefined
  industrial: undefined
  privacy: undefined
  terms: undefined
}

/** The pages about one person or thing, which no list or sitemap contains. A feature adds its own in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface PersonalPages {}

/** The pages about one thing of many, which search engines list like the public pages. A feature adds its own in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface ItemPages {}

/** Why no page can be shown. `requestId` helps the team find the cause. */
export interface PageError {
  status: number
  requestId?: string
  reason?: 'preview_expired' | 'maintenance'
}

interface Pages extends PublicPages, PersonalPages, ItemPages {
  error: PageError
}

export type PublicPageName = keyof PublicPages
export type PersonalPageName = keyof PersonalPages
export type ItemPageName = keyof ItemPages
/** Everything that can be rendered. */
export type PageName = keyof Pages

/** The theme that a visitor has chosen; `auto` follows the device. Stored in the `theme` cookie. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A sentence of `locales/<code>/`, by namespace and key (`site:hero.lead`), with named variables. */
export type Translate = (key: string, variables?: Record<string, string | number>) => string

/** The company or person that runs the site. */
interface Company {
  name?: string
  address: string
  /** The entry in a public register. */
  register?: string
  /** The country whose law governs the terms, as its ISO 3166-1 code. */
  governingLaw?: string
}

/** What search engines are told of the site. */
export interface SearchFacts {
  /** Title, description and keywords of the landing page by language, where no published text has them. */
  titles: LocalizedText
  descriptions: LocalizedText
  keywords: LocalizedText
  /** The codes that prove to search engines whose site it is, by the name of their `<meta>` element. */
  verifications: { name: string; content: string }[]
  /** What titles are made of that nobody has written for search results. */
  titleTemplate: string
  documents: DocumentFacts
  /** The names of public pages that search engines are asked to leave out. */
  hiddenPages: readonly string[]
  /** The digests of pictures that take the place of drawn ones when a page is shared, by page and language. */
  sharePictures: Readonly<Record<string, LocalizedText>>
}

/** How the pages of documents are described to search engines, by language. */
export interface DocumentFacts {
  titles: LocalizedText
  descriptions: LocalizedText
  keywords: LocalizedText
  /** Whose templates serve for all languages where they have no words. */
  siteLanguage: Language
}

/** What the site says about itself. */
export interface SiteFacts {
  /** The origin of every absolute link, without a trailing slash. */
  publicUrl: string
  name: string
  /** The line under its name by language; a language without one shows the built-in line. */
  taglines: LocalizedText
  /** Who runs the site, for the legal pages; each part is absent, and the address empty, until it is configured. */
  company: Company
  /** The mailboxes by subject. */
  mailboxes: { privacy: string; legal: string; support: string; general: string }
  /** The team's own profiles, by network; empty until configured. */
  /** Where the team's code is, if it says so. */
  codeHost?: string
  socialLinks: { network: string; url: string }[]
  /** The time zone in which pages show times, by its name in the IANA database. */
  timeZone: string
  /** The Google tag that counts visits with consent; absent when none is configured. */
  googleTag?: string
  /** Checkpoints of the public ledger are written in a public chain. */
  anchorsLedger?: true
}

/** What every page knows of the site. */
export interface PageFacts extends SiteFacts {
  /** How many days single page views are kept. */
  viewDays: number
  /** How many days backups are kept; absent when none are made by themselves. */
  backupDays?: number
  /** Whether pages report what visitors do on them. */
  recordsEvents: boolean
  search: SearchFacts
}

/** Public addresses of the built scripts that pages load: the site's own, and the island of each feature by its name. */
export interface SiteAssets {
  islands: string
  timings: string
  events: string
  consent: string
  'consent-loader': string
  [feature: string]: string
}

/** A question with its answer, both plain text. */
export interface Question {
  question: string
  answer: string
}

/** What the form of a page starts with. */
export interface PageForm {
  segment: Segment
  kind: LeadKind
  /** What it can ask for besides, when the address says so. */
  otherKinds?: readonly LeadKind[]
}

/** A public page without its content (`view.ts`). */
export interface PublicPage {
  name: PublicPageName
  /** Without the language; with a leading slash, and a trailing one only for the landing page. */
  path: string
  /** The key of its built-in title, description and keywords. */
  metadata: string
  /** The team's texts that it shows. The first may also provide title, description and keywords. */
  reads: readonly ContentKey[]
  /** What its early-adopter form starts with; absent on a page without the form. */
  form?: PageForm
  /** The schema.org type of the page; `WebPage` by default. */
  kind?: 'AboutPage' | 'CollectionPage' | 'FAQPage' | 'TechArticle'
  /** The questions of an `FAQPage`. */
  questions?: (t: Translate) => Question[]
  /**
   * Normalizes a query: empty for the default, and without parameters that the page does not know, so that nobody can fill
   * the page cache with variations.
   */
  writeVariant?: (query: string, language: Language) => string
  /** The paths of the pages about single things that it lists. */
  itemPath?: RegExp
  /** Addresses that redirect to it, with and without a language prefix. */
  formerPaths?: readonly string[]
  /** Its order in lists of pages; 0 by default. */
  order?: number
}

/** The input of a page. The same input always renders the same bytes. */
export interface PageInput<Name extends PageName = PageName> {
  page: Name
  /** The page's own data. */
  data: Pages[Name]
  /** The public pages, for links to them. */
  pages: readonly PublicPage[]
  language: Language
  theme: Theme
  /** The page's path without its language, starting with a slash. */
  path: string
  /** The current year, in UTC. */
  year: number
  facts: PageFacts
  /** The published texts in this language; a missing key shows the built-in text. */
  texts: PublishedTexts
  form: FormState
  /** Whether the request had Global Privacy Control; left out where there is no tag. */
  privacyControl?: boolean
  /** For a preview: the unpublished text, and how long its link works. */
  preview?: { key: ContentKey; expiresAt: Date }
  t: Translate
  assets: SiteAssets
}

/** The server's input of a page; the pages for links are added. */
export type RenderInput = Omit<PageInput, 'pages'>

/** The own data of a page. */
export type PageData<Name extends PageName> = Pages[Name]

/** Whether an input is for a page. */
export function isInputOf<Name extends PageName>(input: PageInput, name: Name): input is PageInput<Name> {
  return input.page === name
}

/** A rendered document. `styles` are the contents of its `<style>` elements, for the hashes of the CSP. */
export interface RenderedPage {
  html: string
  styles: string[]
}

/** When both texts took effect, and when they were last changed. */
export const legalDates = { effective: new Date('2025-06-29'), updated: new Date('2025-06-29') } as const
