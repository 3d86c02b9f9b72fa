import type {
  AboutPageLeaf,
  BreadcrumbListLeaf,
  CollectionPageLeaf,
  FAQPageLeaf,
  Graph,
  OrganizationLeaf,
  QuestionLeaf,
  TechArticleLeaf,
  WebPageLeaf,
  WebSiteLeaf,
} from 'schema-dts'
import type { PageInput, PublicPage, Question } from './contract.ts'
import {
  describePage,
  describeShare,
  type PageDescription,
  shortenTitle,
  type TrailStep,
} from './metadata.ts'
import { findPublicPage } from './routes.ts'

/**
 * The structured data of a page (schema.org as JSON-LD): the company on the landing page, the breadcrumb and the type of page
 * on every other. It describes only what the page shows.
 */
export function describeStructuredData(input: PageInput, own?: PageDescription): Graph | undefined {
  const nodes = own?.listing ? describeItem(own.listing) : describePublicPage(input, own)
  return nodes && { '@context': 'https://schema.org', '@graph': nodes }
}

const describeItem = ({ subject, trail }: NonNullable<PageDescription['listing']>): Graph['@graph'] => [
  subject,
  describeTrail(trail),
]

function describePublicPage(input: PageInput, own?: PageDescription): Graph['@graph'] | undefined {
  const page = findPublicPage(input.page, input)
  const { title, description, addresses } = describePage(input, own)
  const whole = describePage(input)
  // Pages that search engines are not to list have no addresses.
  if (!page || !addresses || !whole.addresses || input.preview) return undefined
  if (page.name === 'landing') return [describeOrganization(input), describeWebSite(input)]
  return [
    describeSubject(page, { title, description, url: addresses.canonical }, input),
    // The parts of a list are all in the place of the list.
    describePlace({ title: whole.title, url: whole.addresses.canonical }, input),
  ]
}

const publisherId = ({ facts }: PageInput) => ({ '@id': `${facts.publicUrl}/#organization` })

function describeOrganization(input: PageInput): OrganizationLeaf {
  const { name, publicUrl, company, mailboxes, socialLinks } = input.facts
  const organization: OrganizationLeaf = {
    '@type': 'Organization',
    ...publisherId(input),
    name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: mailboxes.general,
  }
  if (company.name) organization.legalName = company.name
  if (company.address) organization.address = company.address
  if (socialLinks.length > 0) organization.sameAs = socialLinks.map(({ url }) => url)
  return organization
}

function describeWebSite(input: PageInput): WebSiteLeaf {
  const { facts, language } = input
  return {
    '@type': 'WebSite',
    name: facts.name,
    url: `${facts.publicUrl}/`,
    inLanguage: language,
    publisher: publisherId(input),
  }
}

/** What a page says of itself to search engines. */
interface Words {
  title: string
  description: string
  url: string
}

function describeSubject({ kind, questions }: PublicPage, words: Words, input: PageInput) {
  if (kind === 'TechArticle') return describeArticle(words, input)
  const page = describeWebPage(kind ?? 'WebPage', words, input)
  if (questions) page.mainEntity = questions(input.t).map(describeQuestion)
  return page
}

function describeArticle({ title, description, url }: Words, input: PageInput): TechArticleLeaf {
  const { facts, language } = input
  const article: TechArticleLeaf = {
    '@type': 'TechArticle',
    headline: shortenTitle(title, facts.name, language),
    description,
    url,
    inLanguage: language,
    author: {
      '@type': 'Organization',
      ...publisherId(input),
      name: facts.name,
      url: `${facts.publicUrl}/`,
    },
    publisher: publisherId(input),
  }
  const picture = describeShare(input)?.picture
  if (picture) article.image = picture
  return article
}

type WebPageKind = Exclude<NonNullable<PublicPage['kind']>, 'TechArticle'> | 'WebPage'

/** A page that is no article: a list of questions, one of other pages, or a plain one. */
function describeWebPage(
  kind: WebPageKind,
  { title, url }: Words,
  input: PageInput,
): AboutPageLeaf | CollectionPageLeaf | FAQPageLeaf | WebPageLeaf {
  return { '@type': kind, name: title, url, inLanguage: input.language, publisher: publisherId(input) }
}

const describeQuestion = ({ question, answer }: Question): QuestionLeaf => ({
  '@type': 'Question',
  name: question,
  acceptedAnswer: { '@type': 'Answer', text: answer },
})

function describePlace({ title, url }: Omit<Words, 'description'>, input: PageInput): BreadcrumbListLeaf {
  const { facts, language, t } = input
  return describeTrail([
    { name: t('site:nav.home'), item: `${facts.publicUrl}/${language}/` },
    { name: shortenTitle(title, facts.name, language), item: url },
  ])
}

function describeTrail(steps: readonly TrailStep[]): BreadcrumbListLeaf {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  }
}

/** JSON for a `<script>` element with data, escaped so that it cannot end the element or begin a comment. */
export function writeDataBlock(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
