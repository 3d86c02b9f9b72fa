import { contexts } from '#features/badges/credentials/model.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import type { Json } from './json.ts'

/** The JSON-LD keywords that a credential may use, beside `@context`. */
const allowedKeywords = ['@value', '@language', '@direction']

/**
 * Whether a document is unambiguous: all its contexts are bundled and only named at its top, so that its keys have the
 * meaning that was signed.
 * @param ownTerms contexts that it may contain instead of naming them, exactly so
 */
export function isPlain(document: Json, ownTerms: readonly object[] = []): boolean {
  const { '@context': context, ...members } = document
  const all: unknown[] = Array.isArray(context) ? context : [context]
  const own = ownTerms.map(canonicalizeJson)
  const isKnown = (one: unknown) =>
    typeof one === 'string' ? contexts.has(one) : own.includes(canonicalizeJson(one))
  return all.every(isKnown) && hasPlainKeys(members)
}

function hasPlainKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasPlainKeys)
  return Object.entries(value).every(
    // A key with a colon is a URL instead of a term.
    ([key, inner]) => (allowedKeywords.includes(key) || !/[@:]/.test(key)) && hasPlainKeys(inner),
  )
}
