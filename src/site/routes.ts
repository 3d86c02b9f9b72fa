import type { Language } from '#shared/languages.ts'

/** Every public page that the chrome knows how to link to. */
export type RouteName =
  | 'landing'
  | 'about'
  | 'identity'
  | 'transparency'
  | 'industrial'
  | 'docs'
  | 'privacy'
  | 'terms'

export interface PublicPage {
  name: RouteName
  /** Without the language; a slash at its start. */
  path: string
}

/** The public pages that exist. A page that is added here appears in the menus by itself. */
export const publicPages = [{ name: 'landing', path: '/' }] as const satisfies readonly PublicPage[]

/** The address of a page in a language, or undefined while that page does not exist. */
export function findPageAddress(name: RouteName, language: Language): string | undefined {
  const page = publicPages.find((candidate) => candidate.name === name)
  return page && `/${language}${page.path}`
}

/** The sections of the landing page, whose ids are the same in every language. */
export const landingSections = ['top', 'advantages', 'cases', 'community', 'investors', 'resources'] as const
export type LandingSection = (typeof landingSections)[number]
