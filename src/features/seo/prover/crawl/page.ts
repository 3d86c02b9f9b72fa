/** What a page says of itself and leads to, as far as search engines read it. */
export interface PageContent {
  lang: string | undefined
  dir: string | undefined
  titles: string[]
  descriptions: string[]
  /** Absolute or relative, as written. */
  canonicals: string[]
  alternates: { hreflang: string; href: string }[]
  /** Whether it is a later part of a list. */
  hasPrevious: boolean
  /** The content of its `robots` elements, in lower case. */
  robots: string[]
  pictures: string[]
  /** The texts of its JSON-LD blocks. */
  dataBlocks: string[]
  h1: number
  /** Addresses of links, as written. */
  links: string[]
  /** Addresses of pictures without a text for those who do not see them. */
  silentPictures: string[]
  /** Parts that it loads without encryption. */
  insecure: string[]
  /** How many letters its text has, by script. */
  letters: Record<ScriptName, number>
}

export const scriptNames = ['Latin', 'Cyrillic', 'Han', 'Arabic', 'Devanagari'] as const
export type ScriptName = (typeof scriptNames)[number]

/** The answer to the request of one address. */
export interface Answer {
  /** The path with the query. */
  address: string
  status: number
  /** Where a redirect leads to: a path of the site, or an address elsewhere. */
  location?: string
  /** The `X-Robots-Tag` header, in lower case. */
  robotsHeader: string
  /** Undefined for what is no HTML document. */
  content?: PageContent
}
