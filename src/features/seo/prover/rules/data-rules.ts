import { type Found, foundOn, type PageRule } from './rule.ts'

type Node = Record<string, unknown>

/**
 * The properties that each type needs (schema.org, and what Google requires for rich results). A list of names is one of
 * which any will do. A type that is not here needs nothing.
 */
const needed: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  Organization: ['name', 'url'],
  WebSite: ['name', 'url'],
  WebPage: ['name', 'url'],
  AboutPage: ['name', 'url'],
  CollectionPage: ['name', 'url'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Article: ['headline', 'author'],
  TechArticle: ['headline', 'author'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', ['item', 'name']],
  DigitalDocument: ['name', 'url'],
  MediaObject: ['contentUrl'],
  ImageObject: ['contentUrl'],
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
    const faults = listNodes(data).flatMap(findNodeFaults)
    return [...new Set(faults)].map((subject): Found => foundOn(page, 'data_property', { subject }))
  })
}

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
