import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { RegistrationInput } from '#features/early-adopters/contract.ts'
import type { Language } from '#shared/languages.ts'

/** The public pages, by name. */
export type PageName = 'landing' | 'error'

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
  contactEmail: string
  /** The team's own profiles, by network; empty until configured. */
  socialLinks: { network: string; url: string }[]
}

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
  /** For the error page only. `requestId` helps the team find the cause. */
  error?: { status: number; requestId?: string }
  t: Translate
  /** Public addresses of the client build's files, by entry name (`input` in `vite.config.ts`). */
  assets: Record<'islands' | 'early-adopters', string>
}

/** A whole document. The style texts are those inside its `<style>` elements, for the hashes of the CSP. */
export interface RenderedPage {
  html: string
  styles: string[]
}
