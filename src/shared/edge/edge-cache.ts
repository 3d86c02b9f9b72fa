import type { Language } from '#shared/languages.ts'

/** The caches in front of the product that it can purge. */
export const edgeCacheKinds = ['varnish', 'fastly', 'cloudflare'] as const
export type EdgeCacheKind = (typeof edgeCacheKinds)[number]

/** The key of everything that the cache keeps. */
export const siteKey = 'site'
/** The key of what is made of all pages, such as the sitemap. */
export const filesKey = 'files'

/** A text of pages that has been changed for visitors. */
export interface ChangedText {
  key: string
  language: Language
}
