import { type Catalogue, readText } from '#admin/kit/texts/translations.ts'

const paths = {
  title: ['site', 'meta', 'title'],
  titleWithTagline: ['site', 'meta', 'tagline'],
  description: ['site', 'meta', 'description'],
  keywords: ['site', 'meta', 'keywords'],
  line: ['site', 'footer', 'line'],
  lineWithTagline: ['site', 'footer', 'tagline'],
} as const

/** What the public pages say in one language unless a setting says otherwise, with variables. */
export type BuiltInTexts = Readonly<Record<keyof typeof paths, string>>

/** The built-in texts in the catalogues of a language; empty where they are missing. */
export function readBuiltInTexts(catalogues: Catalogue): BuiltInTexts {
  const textAt = (path: readonly string[]) => readText(catalogues, path)
  return {
    title: textAt(paths.title),
    titleWithTagline: textAt(paths.titleWithTagline),
    description: textAt(paths.description),
    keywords: textAt(paths.keywords),
    line: textAt(paths.line),
    lineWithTagline: textAt(paths.lineWithTagline),
  }
}

/** What is set for one language; empty for what is not. */
export interface OwnWords {
  name: string
  tagline: string
  title: string
  description: string
}

/** What the first page says about the site in one language. */
export function describeSite(builtIn: BuiltInTexts, own: OwnWords) {
  const tagline = own.tagline.trim()
  const fill = (text: string) =>
    text.replace(/\{\{(name|tagline)\}\}/g, (_, variable) => (variable === 'name' ? own.name : tagline))
  return {
    title: own.title.trim() || fill(tagline ? builtIn.titleWithTagline : builtIn.title),
    description: own.description.trim() || fill(builtIn.description),
    line: fill(tagline ? builtIn.lineWithTagline : builtIn.line),
  }
}

/** What stands where a text by language is empty, by the key of its setting. */
export function describeBuiltIn(key: string, builtIn: BuiltInTexts, own: OwnWords): string {
  const words = describeSite(builtIn, { ...own, title: '', description: '' })
  switch (key) {
    case 'siteTagline':
      // Without the name that the line begins with.
      return builtIn.line.replace('{{name}}', '').replace(/^[\s.:·।。،-]+/u, '')
    case 'metaTitle':
      return words.title
    case 'metaDescription':
      return words.description
    case 'metaKeywords':
      return builtIn.keywords
    default:
      return ''
  }
}
