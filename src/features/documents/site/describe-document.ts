import { seoDescriptionLimit } from '#features/content/model.ts'
import { shorten } from '#features/documents/model.ts'
import { describeByTemplates } from '#features/seo/documents/model.ts'
import { findTemplate } from '#features/seo/templates/model.ts'
import type { PageInput } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'

/** What search engines are told of a document: by the templates for documents, else the built-in words. */
export function describeDocument({ data, facts, language, t }: PageInput<'document'>) {
  const { clean_title: title, category, page_count, keywords } = data
  const { titles, descriptions, keywords: shared, siteLanguage } = facts.search.documents
  const place = { language, siteLanguage }
  const described = describeByTemplates(
    {
      ...{ title, site: facts.name, category: t(`documents:categories.${category}`) },
      description: data.description || t('documents:page.description', { title }),
      pages: page_count === null ? '' : formatNumeral(page_count, language),
    },
    { title: findTemplate(titles, place), description: findTemplate(descriptions, place) },
  )
  return {
    ...(described.title && { title: described.title }),
    description: shorten(described.description, seoDescriptionLimit),
    keywords: [keywords, shared[language]].filter(Boolean).join(', '),
  }
}
