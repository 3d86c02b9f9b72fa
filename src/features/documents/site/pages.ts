import { documentPath, downloadPath, writeLibraryQuery } from '#features/documents/model.ts'
import guideList from '#features/guides/site/parts/guide-list.css?inline'
import type { PageInput, StructuredNode } from '#site/contract.ts'
import section from '#site/styles/section.css?inline'
import { definePage } from '#site/view.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { describeDocument } from './describe-document.ts'
import docs from './docs.css?inline'
import { Docs } from './docs.tsx'
import document from './document.css?inline'
import { DocumentPage } from './document.tsx'
import search from './search.css?inline'
import { DocumentSearch } from './search.tsx'
import searchPage from './search-page.css?inline'

export const pages = [
  definePage({
    name: 'docs',
    Body: Docs,
    styles: [section, guideList, docs, search],
    // A list that is narrowed or sorted has no address of its own for search engines.
    describe({ data: library, language, t }) {
      if (!library || 'failure' in library || library.pages === 1) return undefined
      const { page, pages } = library
      if (writeLibraryQuery({ ...library, page: 1 }, language) !== '') return undefined
      const label = t('documents:paging.page', { number: formatNumeral(page, language) })
      return { part: { number: page, of: pages, label } }
    },
  }),
  definePage({
    name: 'document-search',
    Body: DocumentSearch,
    styles: [search, searchPage],
    describe: ({ t }) => ({
      title: t('documents:search.title'),
      description: t('documents:search.description'),
    }),
  }),
  definePage({
    name: 'document',
    Body: DocumentPage,
    styles: [section, document],
    describe(input) {
      const { data, t } = input
      const { clean_title: title } = data
      const { description, ...words } = describeDocument(input)
      return {
        ...{ title, description },
        sharePicture: { path: '/card.png', text: t('documents:page.card', { title }) },
        listing: { ...words, nodes: listNodes(input), twins: listTwins(data) },
      }
    },
  }),
]

/** Where the page of the document is in each language: that of a family's own document in it, else of the one that stands in. */
function listTwins({ slug, language_code, variants, fallback = slug }: PageInput<'document'>['data']) {
  const own = language_code ? [{ slug, language: language_code }] : []
  const paths = variants.length > 0 ? [...own, ...variants] : []
  return {
    path: documentPath(fallback),
    paths: Object.fromEntries(paths.map((one) => [one.language, documentPath(one.slug)])),
  }
}

/** The document and its place, for search engines. */
function listNodes({ data, facts, language, t }: PageInput<'document'>): StructuredNode[] {
  const { clean_title: name, description, slug, language_code, page_count, size, digest } = data
  const root = `${facts.publicUrl}/${language}`
  const url = `${root}${documentPath(slug)}`
  const steps = [
    { name: t('site:nav.home'), item: `${root}/` },
    { name: t('documents:title'), item: `${root}/docs` },
    { name, item: url },
  ]
  return [
    {
      '@type': 'DigitalDocument',
      ...{ name, url, inLanguage: language_code ?? language },
      ...(description && { description }),
      ...(page_count !== null && { numberOfPages: page_count }),
      ...(data.variants.length > 0 && {
        workTranslation: data.variants.map((one) => ({
          '@type': 'DigitalDocument',
          ...{ name: one.title, inLanguage: one.language, url: `${root}${documentPath(one.slug)}` },
        })),
      }),
      datePublished: data.published_at,
      dateModified: data.lastModified,
      publisher: { '@id': `${facts.publicUrl}/#organization` },
      encoding: {
        '@type': 'MediaObject',
        contentUrl: `${facts.publicUrl}${downloadPath(slug)}`,
        encodingFormat: 'application/pdf',
        contentSize: String(size),
        sha256: digest,
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ]
}
