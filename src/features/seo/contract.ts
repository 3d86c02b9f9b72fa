import type { ContentKey } from '#features/content/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'

/** What search engines are told about a public page. */
export interface MappedPage {
  name: string
  /** Without the language, starting with a slash. */
  path: string
  /** The texts of the team that it shows. */
  reads: readonly ContentKey[]
}

/** All that the share picture of a page shows. */
export interface ShareCard {
  page: string
  language: Language
  /** Of the site. */
  name: string
  title: string
  lead: string
  /** The badge whose seal it shows in place of the site's. */
  badge?: BadgeType
}

/** A badge's seal as it stands alone. */
export interface SealPicture {
  svg: string
  png: Uint8Array
}

/** What the server asks of the process that draws. */
export type PaintingOrder = { card: ShareCard } | { seal: BadgeType }

/** The picture as PNG, and as SVG if it is one that is drawn as such. */
export interface Painting {
  png: Uint8Array
  svg?: string
}
