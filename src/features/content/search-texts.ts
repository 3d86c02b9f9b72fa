import { splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { countGraphemes, seoDescriptionLimit, seoTitleLimit } from './model.ts'

/** The search texts of a text. */
export interface SearchTexts {
  seoTitle: string
  seoDescription: string
  seoKeywords: string
}

const fields = ['seoTitle', 'seoDescription', 'seoKeywords'] as const
const limits: Partial<Record<keyof SearchTexts, number>> = {
  seoTitle: seoTitleLimit,
  seoDescription: seoDescriptionLimit,
}
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The search texts that the original has and the translation lacks. */
export function findLacking(translation: SearchTexts | undefined, original: SearchTexts | undefined) {
  return fields.filter((field) => original?.[field].trim() && !translation?.[field].trim())
}
type Lacking = ReturnType<typeof findLacking>

/** Puts search texts after an HTML text, a paragraph each, so that a machine translates all of them in one request. */
export function appendSearchTexts(html: string, texts: SearchTexts | undefined, lacking: Lacking): string {
  const paragraphs = lacking.map(
    (field) => `<p>${(texts?.[field] ?? '').replace(/[&<>]/g, (character) => entities[character] ?? '')}</p>`,
  )
  return html + paragraphs.join('')
}

/** Removes them again. Those longer than search engines show are dropped. */
export function detachSearchTexts(
  html: string,
  lacking: Lacking,
): { content: string; texts: Partial<SearchTexts> } {
  if (lacking.length === 0) return { content: html, texts: {} }
  const words = splitBlocks(html)
    .slice(-lacking.length)
    .map(({ text }) => text)
  let end = html.length
  for (const _ of lacking) end = html.lastIndexOf('<p', end - 1)
  const texts = lacking.flatMap((field, index) => {
    const text = words[index] ?? ''
    return countGraphemes(text) <= (limits[field] ?? Infinity) ? [[field, text]] : []
  })
  return { content: html.slice(0, end), texts: Object.fromEntries(texts) }
}
