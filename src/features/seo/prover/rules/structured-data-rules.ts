import type {
  AboutPage,
  Answer,
  Article,
  BreadcrumbList,
  CollectionPage,
  DigitalDocument,
  FAQPage,
  ImageObject,
  ListItem,
  MediaObject,
  Organization,
  Question,
  TechArticle,
  WebPage,
  WebSite,
} from 'schema-dts'
import { type Found, foundOn, type PageRule } from './rule.ts'

type Node = Record<string, unknown>

/** The properties that every node of a type may have, by the vocabulary itself. */
type PropertyOf<Type> = Exclude<keyof Extract<Type, object>, '@type' | '@id'> & string

type Needed = readonly (string | readonly string[])[]

/** What a type needs: each of these properties, or one of those that stand together. */
function needs<Type>(...properties: readonly (PropertyOf<Type> | readonly PropertyOf<Type>[])[]): Needed {
  return properties
}

/** What each type needs, by schema.org and by what search engines ask of it. A type that is not here needs nothing. */
const needed: Readonly<Record<string, Needed>> = {
  Organization: needs<Organization>('name', 'url'),
  WebSite: needs<WebSite>('name', 'url'),
  WebPage: needs<WebPage>('name', 'url'),
  AboutPage: needs<AboutPage>('name', 'url'),
  CollectionPage: needs<CollectionPage>('name', 'url'),
  FAQPage: needs<FAQPage>('mainEntity'),
  Question: needs<Question>('name', 'acceptedAnswer'),
  Answer: needs<Answer>('text'),
  Article: needs<Article>('headline', 'author'),
  TechArticle: needs<TechArticle>('headline', 'author'),
  BreadcrumbList: needs<BreadcrumbList>('itemListElement'),
  ListItem: needs<ListItem>('position', ['item', 'name']),
  DigitalDocument: needs<DigitalDocument>('name', 'url'),
  MediaObject: needs<MediaObject>('contentUrl'),
  ImageObject: needs<ImageObject>('contentUrl'),
}

/** Properties whose value is an address. */
const addressProperties = ['url', 'logo', 'contentUrl', 'image']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All nodes within a value, those within others too. A bare reference to another node is none. */
function listNodes(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listNodes)
  if (!isNode(value)) return []
  const within = Object.values(value).flatMap(listNodes)
  return value['@type'] === undefined ? within : [value, ...within]
}

const typesOf = (node: Node): string[] =>
  [node['@type']].flat().filter((type): type is string => typeof type === 'string')

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The types of the outermost nodes of JSON-LD blocks, of those that can be read. */
export function listTypes(blocks: readonly string[]): string[] {
  return blocks.flatMap((block) => {
    const data = parse(block)
    if (data === undefined) return []
    const roots = isNode(data) && Array.isArray(data['@graph']) ? data['@graph'] : [data].flat()
    return roots.filter(isNode).flatMap(typesOf)
  })
}

function parse(block: string): unknown {
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

/** Structured data can be read, is in the terms of schema.org, and its nodes have what their types need. */
export const checkData: PageRule = (page, site) => {
  const { content, isIndexable, address } = page
  if (!isIndexable) return []
  if (content.dataBlocks.length === 0)
    return site.known.has(address) || site.sitemap.entries.has(address) ? [foundOn(page, 'data_missing')] : []
  return content.dataBlocks.flatMap((block, place) => {
    const data = parse(block)
    const roots = [data].flat()
    const hasTerms = roots.every(
      (root) => isNode(root) && /^https?:\/\/schema\.org\/?$/.test(String(root['@context'])),
    )
    if (data === undefined || !hasTerms)
      return [foundOn(page, 'data_unreadable', { subject: `#${place + 1}` })]
    return findDataFaults(data).map((subject): Found => foundOn(page, 'data_property', { subject }))
  })
}

/** The types of all nodes of structured data that the table says nothing of. */
export const listUnknownTypes = (data: unknown): string[] =>
  listNodes(data)
    .flatMap(typesOf)
    .filter((type) => !Object.hasOwn(needed, type))

/** What the nodes of structured data lack, as `Type.property`, each once. */
export const findDataFaults = (data: unknown): string[] => [
  ...new Set(listNodes(data).flatMap(findNodeFaults)),
]

/** What a node lacks, as `Type.property`. */
function findNodeFaults(node: Node): string[] {
  return typesOf(node).flatMap((type) => {
    const missing = (needed[type] ?? []).flatMap((names) => {
      const any = [names].flat()
      return any.every((name) => isEmpty(node[name])) ? [`${type}.${any.join(' | ')}`] : []
    })
    const unusable = addressProperties.flatMap((name) => {
      const value = node[name]
      return typeof value === 'string' && !/^https?:\/\//.test(value) ? [`${type}.${name}`] : []
    })
    return [...missing, ...unusable]
  })
}
