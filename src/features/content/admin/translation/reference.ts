import type { ContentState } from '#features/content/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'

/** Which text of another language is shown beside the editor. */
export interface Reference {
  language: Language
  which: 'published' | 'newest'
}

/** Reads the reference from the query; undefined if there is none or it is the text itself. */
export function readReference(params: URLSearchParams, language: Language): Reference | undefined {
  const asked = params.get('reference')
  if (!isLanguage(asked) || asked === language) return undefined
  return { language: asked, which: params.get('which') === 'newest' ? 'newest' : 'published' }
}

/** The query with another reference, or without one. */
export function writeReference(params: URLSearchParams, reference: Reference | undefined): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('reference')
  next.delete('which')
  if (reference) next.set('reference', reference.language)
  if (reference?.which === 'newest') next.set('which', 'newest')
  return next
}

/** The version of a reference; undefined for the built-in text. */
export function referenceVersion(
  { which }: Reference,
  state: Pick<ContentState, 'version' | 'published_version'>,
): number | undefined {
  if (which === 'newest') return state.version > 0 ? state.version : undefined
  return state.published_version ?? undefined
}
