import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { FormState } from '#features/early-adopters/model.ts'
import type { Language } from '#shared/languages.ts'
import type { Segment } from '#shared/segments.ts'

/**
 * The public pages, by name, with what each is given beyond what every page has. A feature adds its own by declaration
 * merging, beside the type of what it is given.
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

/** The pages about one person or thing, which are listed nowhere. A feature adds its own in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface PersonalPages {}

/** Why no page can be shown. `requestId` helps the team find the cause. */
export interface PageError {
  status: number
  requestId?: string
  reason?: 'preview_expired'
}

interface Pages extends PublicPages, PersonalPages {
  error: PageError
}

export type PublicPageName = keyof PublicPages
export type PersonalPageName = keyof PersonalPages
/** Everything that can be rendered. */
export type PageName = keyof Pages

/** How a visitor wants the page lit; `auto` follows the device. Kept in the `theme` cookie. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A sentence of `locales/<code>/`, by namespace and key (`site:hero.lead`), with named variables. */
export type Translate = (key: string, variables?: Record<string, string | number>) => string

/** What the team says about itself; the same on every page. */
export interface SiteFacts {
  /** Origin that every absolute link is built from, without a slash at its end. */
  publicUrl: string
  name: string
  /** Who runs the site, for the legal pages. The address may be empty. */
  company: { name: string; address: string }
  /** Where to write, by what it is about. */
  mailboxes: { privacy: string; legal: string; support: string; general: string }
  /** The team's own profiles, by network; empty until configured. */
  socialLinks: { network: string; url: string }[]
  /** The Google tag that counts visits of those who agreed; absent when none is configured. */
  googleTag?: string
}

/** Public addresses of the built scripts that pages load: the site's own, and the island of each feature by its name. */
export interface SiteAssets {
  islands: string
  consent: string
  'consent-loader': string
  [feature: string]: string
}

/** A question with its answer, both plain text. */
interface Question {
  question: string
  answer: string
}

/** A public page, but for what it shows (`view.ts`). */
export interface PublicPage {
  name: PublicPageName
  /** Without the language; a slash at its start, none at its end but on the landing. */
  path: string
  /** The key of its title, description and keywords, built in. */
  metadata: string
  /** The texts of the team that it shows. The first may also say its title, description and keywords. */
  reads: readonly ContentKey[]
  /** The segment its early-adopter form starts with; absent on a page without the form. */
  form?: Segment
  /** What schema.org calls a page of this kind; a `WebPage` when left out. */
  kind?: 'AboutPage' | 'CollectionPage' | 'FAQPage' | 'TechArticle'
  /** What an `FAQPage` answers. */
  questions?: (t: Translate) => Question[]
  /**
   * What a query asks of this page, written in one way only: empty for what the page shows anyway, and never more than
   * the page knows, so that nobody can fill the page cache with spellings.
   */
  writeVariant?: (query: string, language: Language) => string
  /** Addresses that lead to it, with and without a language before them. */
  formerPaths?: readonly string[]
  /** Where it stands in lists of pages: after those of a lower number; 0 when left out. */
  order?: number
}

/** Everything a page is made from. The same input always gives the same bytes. */
export interface PageInput<Name extends PageName = PageName> {
  page: Name
  /** What this page is given beyond the rest. */
  data: Pages[Name]
  /** The public pages, for links to them. */
  pages: readonly PublicPage[]
  language: Language
  theme: Theme
  /** The page's path without its language, starting with a slash. */
  path: string
  facts: SiteFacts
  /** The texts the team has published in this language; a missing key shows the built-in text. */
  texts: Partial<Record<ContentKey, PublishedText>>
  form: FormState
  /** Whether the visitor's browser asked by header not to be tracked; left out where there is no tag. */
  privacyControl?: boolean
  /** Where the page shows a text that is not published: which one, and how long its link works. */
  preview?: { key: ContentKey; expiresAt: Date }
  t: Translate
  assets: SiteAssets
}

/** What the server makes a page from; the pages that links lead to are added. */
export type RenderInput = Omit<PageInput, 'pages'>

/** What a page is given beyond what every page has. */
export type PageData<Name extends PageName> = Pages[Name]

/** Whether an input is for a page. */
export function isInputOf<Name extends PageName>(input: PageInput, name: Name): input is PageInput<Name> {
  return input.page === name
}

/** A whole document. The style texts are those inside its `<style>` elements, for the hashes of the CSP. */
export interface RenderedPage {
  html: string
  styles: string[]
}
