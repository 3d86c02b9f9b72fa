import { type CheerioAPI, load } from 'cheerio'
import type { Reply, Send } from '../http-client.ts'

/** One response of the site. */
export interface Crawled {
  /** The requested path and query. */
  address: string
  reply: Reply
  /** The document; empty when the response is not HTML. */
  $: CheerioAPI
}

/** A crawler, which requests each address once and follows redirects, all of which must stay on the site. */
export interface Crawler {
  /** The final response for an address of the site. */
  visit(address: string): Promise<Crawled>
  /** The path and query of a link on a page, without its fragment; undefined for a link to another site. */
  resolve(link: string, from: string): { address: string; fragment: string } | undefined
}

export function createCrawler(send: Send, publicUrl: string, headers: Record<string, string> = {}): Crawler {
  const visited = new Map<string, Promise<Crawled>>()

  function resolve(link: string, from: string) {
    const url = new URL(link, publicUrl + from)
    if (url.origin !== publicUrl) return undefined
    return { address: url.pathname + url.search, fragment: decodeURIComponent(url.hash.slice(1)) }
  }

  async function fetchPage(address: string): Promise<Crawled> {
    let here = address
    for (let hops = 0; hops < 5; hops++) {
      const reply = await send(here, {
        headers: { 'accept-language': 'en', accept: 'text/html', ...headers },
      })
      const { location } = reply.headers
      if (reply.status < 300 || reply.status >= 400 || !location) {
        const isPage = String(reply.headers['content-type']).startsWith('text/html')
        return { address: here, reply, $: load(isPage ? reply.text : '') }
      }
      const next = resolve(location, here)
      if (!next) throw new Error(`${here} leads off the site, to ${location}`)
      here = next.address
    }
    throw new Error(`${address} leads round in circles`)
  }

  return {
    resolve,
    visit(address) {
      const known = visited.get(address)
      if (known) return known
      const page = fetchPage(address)
      visited.set(address, page)
      return page
    },
  }
}

/** The words of a page’s text, without markup, scripts and code, in lower case. */
export function wordsOf($: CheerioAPI): string[] {
  const body = $('body').clone()
  body.find('script, style, svg, code, noscript, #languages, [lang]').remove()
  // The end of an element ends a word.
  const text = body
    .find('*')
    .addBack()
    .contents()
    .toArray()
    .flatMap((node) => (node.type === 'text' ? [node.data] : []))
    .join(' ')
  return text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]{2,}/gu) ?? []
}
