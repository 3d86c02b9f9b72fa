import { isLanguage } from '#shared/languages.ts'

/** The path of a public page, without language and trailing slash; undefined for a page that does not exist. */
export type FindPagePath = (address: string) => string | undefined

/** Creates the check of the page that somebody is said to come from: only the site's own are stored. */
export function createFindPagePath(pages: readonly { path: string }[]): FindPagePath {
  const paths = new Set(pages.map(({ path }) => path))
  return (address) => {
    const [, first = '', ...rest] = address.split('/')
    const bare = isLanguage(first) ? `/${rest.join('/')}` : address
    const path = bare === '/' ? bare : bare.replace(/\/$/, '')
    return paths.has(path) ? path : undefined
  }
}
