import { documentPath } from '#features/documents/model.ts'
import type { Language } from '#shared/languages.ts'

interface CaptionedDocument {
  title: string
  description: string
  slug: string
  /** Undefined for a document for readers of all languages. */
  mapped_language?: Language | undefined
}

/** A draft of what a post says of a document: its title, what it is about, and the address of its page in its language. */
export function captionOf(document: CaptionedDocument, origin: string, language: Language): string {
  const { title, description, slug, mapped_language } = document
  const address = `${origin}/${mapped_language ?? language}${documentPath(slug)}`
  return [title, description, address]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
}
