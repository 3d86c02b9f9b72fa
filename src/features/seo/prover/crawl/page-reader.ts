import { Parser } from 'htmlparser2'
import { type PageContent, type ScriptName, scriptNames } from './page.ts'

const silentElements = new Set(['script', 'style', 'svg', 'code', 'pre', 'noscript', 'template'])
const loadingElements = new Map([
  ['img', 'src'],
  ['script', 'src'],
  ['iframe', 'src'],
  ['source', 'src'],
  ['video', 'src'],
  ['audio', 'src'],
])
const scriptPatterns = scriptNames.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')] as const)

/** Reads an HTML document in one pass, without building a tree of it. */
export function readPage(html: string): PageContent {
  const content: PageContent = {
    ...{ lang: undefined, dir: undefined, titles: [], descriptions: [], canonicals: [], alternates: [] },
    ...{ hasPrevious: false, robots: [], pictures: [], dataBlocks: [], h1: 0, links: [], silentPictures: [] },
    insecure: [],
    letters: { Latin: 0, Cyrillic: 0, Han: 0, Arabic: 0, Devanagari: 0 },
  }
  const words: string[] = []
  // Elements whose text is not that of the page, as code or names in other languages.
  const silent: string[] = []
  let collecting: { name: 'title' | 'script'; text: string } | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        readElement(content, name, attributes)
        const isForeign = name !== 'html' && attributes.lang !== undefined
        if (silent.length > 0 ? name === silent.at(-1) : silentElements.has(name) || isForeign)
          silent.push(name)
        // The title of a drawing is no title of the page.
        if (name === 'title' && !silent.includes('svg')) collecting = { name, text: '' }
        if (name === 'script' && attributes.type === 'application/ld+json') collecting = { name, text: '' }
      },
      ontext(text) {
        if (collecting) collecting.text += text
        else if (silent.length === 0) words.push(text)
      },
      onclosetag(name) {
        if (silent.at(-1) === name) silent.pop()
        if (collecting?.name !== name) return
        if (name === 'title') content.titles.push(collecting.text.trim())
        else content.dataBlocks.push(collecting.text)
        collecting = undefined
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.end(html)
  content.letters = countLetters(words.join(' '))
  content.links = [...new Set(content.links)]
  // Copied, since parts of a text keep the whole of it in memory.
  return structuredClone(content)
}

function countLetters(text: string): Record<ScriptName, number> {
  const counts = { Latin: 0, Cyrillic: 0, Han: 0, Arabic: 0, Devanagari: 0 }
  for (const [name, pattern] of scriptPatterns) counts[name] = text.match(pattern)?.length ?? 0
  return counts
}

type Attributes = Record<string, string>

function readElement(content: PageContent, name: string, attributes: Attributes): void {
  const loaded = attributes[loadingElements.get(name) ?? '']
  if (loaded?.startsWith('http://')) content.insecure.push(loaded)
  if (name === 'html') {
    content.lang = attributes.lang
    content.dir = attributes.dir
  } else if (name === 'h1') content.h1++
  else if (name === 'meta') readMeta(content, attributes)
  else if (name === 'link') readLink(content, attributes)
  else if (name === 'a' && attributes.href !== undefined) content.links.push(attributes.href)
  else if (name === 'img' && attributes.alt === undefined && attributes['aria-hidden'] !== 'true')
    content.silentPictures.push(attributes.src ?? '')
}

function readMeta(content: PageContent, { name, property, content: said = '' }: Attributes): void {
  const kind = (name ?? property ?? '').toLowerCase()
  if (kind === 'description') content.descriptions.push(said.trim())
  else if (kind === 'robots' || kind === 'googlebot') content.robots.push(said.toLowerCase())
  else if (kind === 'og:image') content.pictures.push(said)
}

function readLink(content: PageContent, { rel = '', href = '', hreflang }: Attributes): void {
  const relations = rel.toLowerCase().split(/\s+/)
  if (relations.includes('canonical')) content.canonicals.push(href)
  if (relations.includes('alternate') && hreflang !== undefined) content.alternates.push({ hreflang, href })
  if (relations.includes('prev')) content.hasPrevious = true
  if (relations.includes('stylesheet') && href.startsWith('http://')) content.insecure.push(href)
}
