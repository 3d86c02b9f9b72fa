import { pathIn } from '#features/seo/addresses/address-source.ts'
import type { ItemAddress, LocalizedPaths, MappedPage, ShareCard } from '#features/seo/contract.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'

interface LlmsOptions<Page extends MappedPage> {
  publicUrl: string
  language: Language
  site: { name: string; description: string }
  pages: readonly Page[]
  describeCard(page: Page): Pick<ShareCard, 'title' | 'lead'>
  /** Single things with pages of their own, the first of them. */
  items: readonly ItemAddress[]
}

/** The site for programs that read it for people (llmstxt.org): its pages and documents in the site's language. */
export function writeLlms<Page extends MappedPage>(options: LlmsOptions<Page>): string {
  const { publicUrl, language, site, pages, items } = options
  const link = (title: string, paths: LocalizedPaths) =>
    `[${escapeLink(title)}](${publicUrl}${pathIn(paths, language)})`
  const others = languages.filter((code) => code !== language)
  return [
    `# ${oneLine(site.name)}`,
    `> ${oneLine(site.description)}`,
    `${languageNames[language]}: ${publicUrl}/${language}/`,
    others.map((code) => `- ${languageNames[code]}: ${publicUrl}/${code}/`).join('\n'),
    '## Pages',
    pages
      .map((page) => {
        const { title, lead } = options.describeCard(page)
        return `- ${link(title, page)}: ${oneLine(lead)}`
      })
      .join('\n'),
    ...(items.length > 0
      ? ['## Documents', items.map((item) => `- ${link(item.title, item)}`).join('\n')]
      : []),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A text of a link in Markdown. */
const escapeLink = (text: string) => oneLine(text).replace(/[\\[\]]/g, '\\$&')
