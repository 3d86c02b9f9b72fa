import type { PageInput, PublicPage, StructuredNode } from './contract.ts'
import { describePage, describeShare, type PageDescription, shortenTitle } from './metadata.ts'
import { findPublicPage } from './routes.ts'

type Node = StructuredNode

/**
 * The structured data of a page (schema.org as JSON-LD): the company on the landing page, the breadcrumb and the type of page
 * on every other. It describes only what the page shows.
 */
export function describeStructuredData(input: PageInput, own?: PageDescription): object | undefined {
  const page = findPublicPage(input.page, input)
  if (own?.listing) return { '@context': 'https://schema.org', '@graph': own.listing.nodes }
  if (!page || input.preview || input.facts.search.hiddenPages.includes(page.name)) return undefined
  const nodes =
    page.name === 'landing' ? describeSite(input) : [describeSubject(page, input, own), describePlace(input)]
  return { '@context': 'https://schema.org', '@graph': nodes }
}

const publisherId = ({ facts }: PageInput) => ({ '@id': `${facts.publicUrl}/#organization` })

function describeSite(input: PageInput): Node[] {
  const { facts, language } = input
  const { name, publicUrl, company, socialLinks } = facts
  return [
    {
      '@type': 'Organization',
      ...publisherId(input),
      name,
      ...(company.name && { legalName: company.name }),
      ...(company.address && { address: company.address }),
      url: `${publicUrl}/`,
      logo: `${publicUrl}/icon-512.png`,
      email: facts.mailboxes.general,
      ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
    },
    {
      '@type': 'WebSite',
      name,
      url: `${publicUrl}/`,
      inLanguage: language,
      publisher: publisherId(input),
    },
  ]
}

/** The page itself: an article, a list of questions, or a plain page. */
function describeSubject(page: PublicPage, input: PageInput, own?: PageDescription): Node {
  const { questions } = page
  const kind = page.kind ?? 'WebPage'
  const { title, description, addresses } = describePage(input, own)
  const { facts, language, t } = input
  const common = { url: addresses?.canonical, inLanguage: language }
  if (kind === 'TechArticle') {
    const maker = {
      '@type': 'Organization',
      ...publisherId(input),
      name: facts.name,
      url: `${facts.publicUrl}/`,
    }
    return {
      '@type': kind,
      headline: shortenTitle(title, facts.name, language),
      description,
      image: describeShare(input)?.picture,
      ...common,
      author: maker,
      publisher: publisherId(input),
    }
  }
  return {
    '@type': kind,
    name: title,
    ...common,
    publisher: publisherId(input),
    ...(questions && {
      mainEntity: questions(t).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    }),
  }
}

function describePlace(input: PageInput): Node {
  const { facts, language, t } = input
  const { title, addresses } = describePage(input)
  const steps = [
    { name: t('site:nav.home'), item: `${facts.publicUrl}/${language}/` },
    { name: shortenTitle(title, facts.name, language), item: addresses?.canonical },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

/** JSON for a `<script>` element with data, escaped so that it cannot end the element or begin a comment. */
export function writeDataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
