import { Parser } from 'htmlparser2'
import { type VerifiedEngine, verificationElements, verifiedEngines } from './contract.ts'

interface FoundElement {
  name: string
  content: string
}

/** The `<meta>` elements of a document that have a name, in their order. Only its beginning is read up to the body. */
export function listMetaElements(html: string): FoundElement[] {
  const found: FoundElement[] = []
  let isInBody = false
  const parser = new Parser({
    onopentag(element, { name, content = '' }) {
      isInBody ||= element === 'body'
      if (element === 'meta' && name !== undefined && !isInBody)
        found.push({ name: name.toLowerCase(), content })
    },
  })
  parser.end(html)
  return found
}

/** The engine whose element somebody has pasted; undefined for a bare code. */
export function findPastedEngine(pasted: string): VerifiedEngine | undefined {
  const names = listMetaElements(pasted).map(({ name }) => name)
  return verifiedEngines.find((engine) => names.includes(verificationElements[engine]))
}
