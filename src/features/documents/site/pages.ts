import type { DigitalDocumentLeaf } from 'schema-dts'
import { documentPath, downloadPath, writeLibraryQuery } from '#features/documents/model.ts'
import guideList from '#features/guides/site/parts/guide-list.css?inline'
import type { PageInput } from '#site/contract.ts'
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
        listing: {
          ...words,
          subject: describeSubject(input),
          trail: listTrail(input),
          twins: listTwins(data),
        },
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

/** The pages above that of the document, and itself. */
function listTrail({ data, facts, language, t }: PageInput<'document'>) {
  const root = `${facts.publicUrl}/${language}`
  return [
    { name: t('site:nav.home'), item: `${root}/` },
    { name: t('documents:title'), item: `${root}/docs` },
    { name: data.clean_title, item: `${root}${documentPath(data.slug)}` },
  ]
}

/** The document, for search engines. */
function describeSubject({ data, facts, language }: PageInput<'document'>): DigitalDocumentLeaf {
  const { clean_title: name, description, slug, language_code, size, digest, variants } = data
  const root = `${facts.publicUrl}/${language}`
  const node: DigitalDocumentLeaf = {
    '@type': 'DigitalDocument',
    name,
    url: `${root}${documentPath(slug)}`,
    inLanguage: language_code ?? language,
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
  }
  if (description) node.description = description
  if (variants.length > 0)
    node.workTranslation = variants.map((one) => ({
      '@type': 'DigitalDocument',
      name: one.title,
      inLanguage: one.language,
      url: `${root}${documentPath(one.slug)}`,
    }))
  return node
}
