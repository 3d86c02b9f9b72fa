import type { ContentDraft, ContentItem, ContentKey } from '#features/content/contract.ts'
import { countGraphemes, seoDescriptionLimit, seoTitleLimit } from '#features/content/model.ts'
import type { Language } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'

/** What can be changed of a text in one language. */
export type TextFields = Pick<ContentItem, 'content' | 'seo_title' | 'seo_description' | 'seo_keywords'>

/** The saved text that someone began to change. Version 0: nothing was saved yet. */
export interface Base {
  version: number
  fields: TextFields
}

/** A text that differs from its base and is not saved. */
export interface Edit {
  base: Base
  fields: TextFields
}

/** What is unsaved of one key, by language. */
export type Edits = Partial<Record<Language, Edit>>

export const emptyFields: TextFields = { content: '', seo_title: '', seo_description: '', seo_keywords: '' }

/** The changeable part of a saved version. */
export function fieldsOf(item: ContentItem | undefined): TextFields {
  if (!item) return emptyFields
  const { content, seo_title, seo_description, seo_keywords } = item
  return { content, seo_title, seo_description, seo_keywords }
}

/** The base that the newest saved version gives. */
export function baseOf(newest: ContentItem | undefined): Base {
  return { version: newest?.version ?? 0, fields: fieldsOf(newest) }
}

/** Whether two texts are exactly equal. */
export function areEqual(a: TextFields, b: TextFields): boolean {
  return (
    a.content === b.content &&
    a.seo_title === b.seo_title &&
    a.seo_description === b.seo_description &&
    a.seo_keywords === b.seo_keywords
  )
}

/** Applies a change. An edit that equals its base again is removed. */
export function changeText(
  edits: Edits,
  language: Language,
  saved: Base,
  change: Partial<TextFields>,
): Edits {
  const { [language]: current, ...others } = edits
  const base = current?.base ?? saved
  const fields = { ...(current?.fields ?? base.fields), ...change }
  return areEqual(fields, base.fields) ? others : { ...others, [language]: { base, fields } }
}

/** Applies a save. Text that was typed during the save stays as an edit of the saved version. */
export function settleSaved(edits: Edits, language: Language, sent: TextFields, saved: ContentItem): Edits {
  const { [language]: current, ...others } = edits
  if (!current || areEqual(current.fields, sent)) return others
  return { ...others, [language]: { base: baseOf(saved), fields: current.fields } }
}

/** A search field that is too long. */
export interface OverLimit {
  language: Language
  field: 'seo_title' | 'seo_description'
}

/** Which SEO fields are longer than search engines show. */
export function findOverLimit(fields: TextFields): OverLimit['field'][] {
  const over: OverLimit['field'][] = []
  if (countGraphemes(fields.seo_title) > seoTitleLimit) over.push('seo_title')
  if (countGraphemes(fields.seo_description) > seoDescriptionLimit) over.push('seo_description')
  return over
}

/** The limit of a search field, and by how many characters its text is too long. */
export function measureOver(fields: TextFields, field: OverLimit['field']): { limit: number; count: number } {
  const limit = field === 'seo_title' ? seoTitleLimit : seoDescriptionLimit
  return { limit, count: countGraphemes(fields[field]) - limit }
}

/** Whether there is anything to save. */
export function hasText(fields: TextFields): boolean {
  const { seo_title, seo_description, seo_keywords } = fields
  return (
    !isBlankHtml(fields.content) ||
    [seo_title, seo_description, seo_keywords].some((text) => text.trim() !== '')
  )
}

/** What a save sends, and the languages it cannot send. */
export interface SavePlan {
  drafts: ContentDraft[]
  /** The languages that cannot be saved because a field is too long, each with its first such field. */
  overLimit: OverLimit[]
}

/** Plans a save: the changed languages that have content or any SEO text, each as its base's version plus one. */
export function planSave(key: ContentKey, edits: Edits, order: readonly Language[]): SavePlan {
  const plan: SavePlan = { drafts: [], overLimit: [] }
  for (const language of order) {
    const edit = edits[language]
    if (!edit || !hasText(edit.fields)) continue
    const [field] = findOverLimit(edit.fields)
    if (field) plan.overLimit.push({ language, field })
    else plan.drafts.push({ key, language, ...edit.fields, version: edit.base.version + 1, published: false })
  }
  return plan
}
