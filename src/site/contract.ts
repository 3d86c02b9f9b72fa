import type { BadgePage } from '#features/badges/contract.ts'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { Library, LibraryChoice } from '#features/documents/contract.ts'
import type { RegistrationInput, RightsState, UnsubscribeState } from '#features/early-adopters/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { RouteName } from './routes.ts'

/** Pages that are about one person or thing: listed nowhere, kept nowhere. */
export type PersonalPage = 'rights' | 'unsubscribe' | 'badge'
/** Everything that can be rendered. */
export type PageName = RouteName | PersonalPage | 'error'

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

/** The files of the client build that pages load, by entry name. */
export type SiteAsset = 'islands' | 'early-adopters' | 'badge' | 'consent' | 'consent-loader'

/** Where the early-adopter form stands when the server renders it (a plain post without scripts). */
export interface FormState {
  status: 'idle' | 'refused' | 'registered'
  /** What was typed, to be kept on every failure. */
  values: Partial<Omit<RegistrationInput, 'consent'>> & { consent?: boolean }
  /** Sentences in the page's language, by field. */
  errors: Record<string, string>
  /** A sentence about the whole form, such as a failure of ours. */
  message?: string
}

/** What the documentation page lists, or why it cannot. */
export type LibraryState = LibraryChoice & (Library | { failure: { status: number; detail: string } })

/** Everything a page is made from. The same input always gives the same bytes. */
export interface PageInput {
  page: PageName
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
  /** For the page that lists the documents. */
  library?: LibraryState
  /** For the error page only. `requestId` helps the team find the cause. */
  error?: { status: number; requestId?: string; reason?: 'preview_expired' }
  /** For the pages of a person's rights. */
  rights?: RightsState
  /** For the page of an award. */
  badge?: BadgePage
  /** For the page that stops mails. */
  unsubscribe?: UnsubscribeState
  /** Where the page shows a text that is not published: which one, and how long its link works. */
  preview?: { key: ContentKey; expiresAt: Date }
  t: Translate
  /** Public addresses of the client build's files, by entry name (`input` in `vite.config.ts`). */
  assets: Record<SiteAsset, string>
}

/** A whole document. The style texts are those inside its `<style>` elements, for the hashes of the CSP. */
export interface RenderedPage {
  html: string
  styles: string[]
}
