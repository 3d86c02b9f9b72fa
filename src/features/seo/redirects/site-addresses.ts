import type { AddressSource } from '#features/seo/addresses/address-source.ts'
import { cacheUntilChange } from '#features/seo/cache-until-change.ts'
import type { MappedPage } from '#features/seo/contract.ts'
import { splitLanguage, writePath } from '#features/seo/redirects/address/model.ts'
import type { DeclaredRoute } from '#http/access.ts'
import type { SiteMap } from './model.ts'

/** A public page, as far as its address goes. */
interface AddressedPage extends MappedPage {
  itemPath?: RegExp
  formerPaths?: readonly string[]
}

export interface SiteAddressOptions {
  source: Pick<AddressSource<AddressedPage>, 'pages' | 'listFirstItems'>
  onChange(listener: () => void): void
}

/** The addresses of the site that answer now, and those that belong to the product. */
export interface SiteAddresses extends SiteMap {
  /** Whether a path belongs to the product, such as that of a personal link: no redirect applies there. */
  isReserved(path: string): boolean
  /** The paths of pages without a language, and the addresses that they had formerly. */
  pages: { path: string; former: readonly string[] }[]
}

/** How many single things are known as living pages; further ones are only not proposed as targets. */
const mostItems = 5_000

const alwaysReserved = ['/api', '/admin', '/assets', '/lang', '/.well-known']

/**
 * Knows the addresses of the site: from the routes that the server has, so that none can be forgotten, and from the
 * features' lists of pages.
 */
export function createSiteAddresses({ source, onChange }: SiteAddressOptions) {
  const { pages } = source
  let declared: readonly DeclaredRoute[] = []
  let routes: RouteAddresses | undefined
  const itemPaths = pages.flatMap(({ itemPath }) => itemPath ?? [])
  const pagePaths = new Set(pages.map(({ path }) => path))
  const isItem = (path: string) => itemPaths.some((pattern) => pattern.test(path))
  const isPage = (path: string) => pagePaths.has(path) || isItem(path)

  /** What the routes alone tell. Read late: features add routes one after the other. */
  function readRoutes(): RouteAddresses {
    routes ??= sortRoutes(declared, isItem)
    return routes
  }

  async function readAll(): Promise<SiteAddresses> {
    const listed = await source.listFirstItems(mostItems)
    const { fixed, isReserved } = readRoutes()
    const living = new Set(listed.flatMap(({ path, paths = {} }) => [path, ...Object.values(paths)]))
    return {
      isPage,
      isReserved,
      isLiving: (path) => fixed.has(path) || living.has(splitLanguage(path).path),
      pages: [
        ...pages.map(({ path, formerPaths = [] }) => ({ path, former: formerPaths })),
        ...[...living].map((path) => ({ path, former: [] })),
      ],
    }
  }

  return {
    /** Tells the routes of the server, which may still be growing. */
    useRoutes(given: readonly DeclaredRoute[]): void {
      declared = given
    },

    /** Whether a path may be that of a page about one thing, such as a document. */
    isItem: (path: string) => isItem(splitLanguage(path).path),

    /** Whether a path belongs to the product, such as that of a personal link. */
    isReserved: (path: string) => readRoutes().isReserved(path),

    /** All that is known now. */
    read: cacheUntilChange(onChange, readAll),
  }
}
export type SiteAddressBook = ReturnType<typeof createSiteAddresses>

interface RouteAddresses {
  /** Canonical paths that have a route of their own. */
  fixed: ReadonlySet<string>
  isReserved(path: string): boolean
}

/** Sorts routes into those at one path and the prefixes of those at many. */
function sortRoutes(declared: readonly DeclaredRoute[], isItem: (path: string) => boolean): RouteAddresses {
  const fixed = new Set<string>()
  const prefixes = new Set(alwaysReserved.map((path) => `${path}/`))
  for (const { method, url } of declared) {
    const [start = ''] = url.split(/[:*]/, 1)
    if (start === url) {
      if (method === 'GET') fixed.add(writePath(splitLanguage(url.replace(/(.)\/$/, '$1'))))
      continue
    }
    const { path } = splitLanguage(start.slice(0, start.lastIndexOf('/') + 1))
    // Only addresses of things that anybody may know are left to redirects.
    if (path !== '/' && !isItem(`${path}x`)) prefixes.add(path)
  }
  const reserved = [...prefixes].map((prefix) => prefix.toLowerCase())
  return {
    fixed,
    isReserved(path) {
      // In whatever case: a personal link with a capital is one all the same.
      const { path: bare } = splitLanguage(path.toLowerCase())
      return reserved.some((prefix) => `${bare}/`.startsWith(prefix))
    },
  }
}
