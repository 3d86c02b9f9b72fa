import { fillTemplate } from '#features/seo/templates/model.ts'

interface DocumentWords {
  title: string
  /** Its own description, else a built-in sentence. */
  description: string
  /** The name of its category in the language of the page. */
  category: string
  /** Its number of pages as it is written there; empty when it is not known. */
  pages: string
  /** The name of the site. */
  site: string
}

interface DocumentTemplates {
  title: string | undefined
  description: string | undefined
}

/** What search engines are told of a document. Without a template for titles, the title is made like those of other pages. */
export function describeByTemplates(
  words: DocumentWords,
  templates: DocumentTemplates,
): { title: string | undefined; description: string } {
  const values = { ...words }
  return {
    title: templates.title && fillTemplate(templates.title, values),
    description: (templates.description && fillTemplate(templates.description, values)) || words.description,
  }
}
