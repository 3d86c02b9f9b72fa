import type { ContentKey } from '#features/content/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'

/** A public page as the sitemap lists it. */
export interface MappedPage {
  name: string
  /** Without the language, starting with a slash. */
  path: string
  /** The keys of the editable texts that it shows. */
  reads: readonly ContentKey[]
}

/** Where the page of a thing is in each language, without the language. */
export interface LocalizedPaths {
  /** In languages that have none of their own. */
  path: string
  /** Of languages in which the thing is another one. */
  paths?: Partial<Record<Language, string>>
}

/** The page about one thing of many. */
export interface ItemAddress extends LocalizedPaths {
  title: string
  changedAt: Date
}

/** What a public page lists. */
export interface PageContents {
  /** Of the page. */
  name: string
  /** When the listed items last changed. */
  findLastChange?(): Promise<Date | undefined>
  /** How many single items have pages of their own. */
  countItems?(): Promise<number>
  /** Some of these pages, in an order that stays. */
  listItems?(part: { offset: number; limit: number }): Promise<readonly ItemAddress[]>
}

/** The content of a share picture. */
export interface ShareCard {
  page: string
  language: Language
  /** The name of the site. */
  name: string
  title: string
  lead: string
  /** The badge whose seal it shows in place of the site's. */
  badge?: BadgeType
  /** The digest of an uploaded picture that takes the place of the drawing. */
  picture?: string
}

/** A badge's seal as a picture of its own. */
export interface SealPicture {
  svg: string
  png: Uint8Array
}

/** A request to the drawing process. */
export type PaintingOrder = { card: ShareCard } | { cover: Uint8Array } | { seal: BadgeType }

/** The picture: PNG, or JPEG where it was cut out of another one; seals also as SVG. */
export interface Painting {
  bytes: Uint8Array
  svg?: string
}
