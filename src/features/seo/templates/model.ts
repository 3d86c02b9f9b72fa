import type { Language } from '#shared/languages.ts'
import type { LocalizedText } from '#shared/text.ts'

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** What titles of pages are made of. */
export const titleVariables = ['title', 'site'] as const
/** What titles and descriptions of documents are made of. */
export const documentTitleVariables = ['title', 'site', 'category', 'pages'] as const
export const documentDescriptionVariables = [...documentTitleVariables, 'description'] as const

/** The title of a page that has none of its own for search results. */
export const plainTitleTemplate = '{{title}} · {{site}}'

/** The names that a template mentions, in their order. */
export function listVariables(template: string): string[] {
  return [...template.matchAll(placeholder)].map(([, name = '']) => name)
}

/** Whether every brace of a template belongs to a variable. */
export function isWellFormed(template: string): boolean {
  return !/[{}]/.test(template.replace(placeholder, ''))
}

/** Fills in a template. Unknown variables are left out, and no more space than one is kept. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replace(placeholder, (_all, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a template has no word of a language, so that it serves in all of them. */
const isNeutral = (template: string) => !/\p{L}/u.test(template.replace(placeholder, ''))

/**
 * The template for a language: its own, else that of the site's language where it has no words. A template in words of another
 * language would be wrong on the page.
 */
export function findTemplate(
  templates: LocalizedText,
  { language, siteLanguage }: { language: Language; siteLanguage: Language },
): string | undefined {
  const shared = templates[siteLanguage]
  return templates[language] ?? (shared && isNeutral(shared) ? shared : undefined)
}
