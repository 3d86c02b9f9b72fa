import type { FastifyRequest } from 'fastify'
import { cacheUntilChange } from '#features/seo/cache-until-change.ts'
import { readSiteAddress, writePath } from '#features/seo/redirects/address/model.ts'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { createRuleBook, type Outcome, type RedirectKind } from './model.ts'
import type { SiteAddressBook } from './site-addresses.ts'
import { createRedirectStore } from './store.ts'

/** Where a visitor is sent instead of to what is not there; `to` is null when it is gone. */
export interface Moved {
  kind: RedirectKind
  to: string | null
}

interface ResolverOptions {
  db: Database
  revision: Pick<Revision, 'onChange'>
  log: Logger
  addresses: SiteAddressBook
  /** Called with each redirect that was followed. */
  countHit(id: string): void
  /** Called with the canonical path of an address at which there is nothing. */
  countMissing(path: string): void
}

/** The redirects as visitors meet them: held in memory until the site's revision changes, and asked only where nothing else answers. */
export function createRedirectResolver(options: ResolverOptions) {
  const { db, revision, log, addresses, countHit, countMissing } = options
  const readBook = cacheUntilChange(revision.onChange, async () =>
    createRuleBook(await createRedirectStore(db).listRules()),
  )

  /** Where an address leads now. */
  async function follow(url: string): Promise<Outcome | undefined> {
    const address = readSiteAddress(url)
    if (!address) return undefined
    const rules = await readBook()
    if (!rules.find(address)) return undefined
    const outcome = rules.follow(address, await addresses.read())
    return outcome?.fault ? undefined : outcome
  }

  return {
    /**
     * Where the visitor is sent who would be told that there is nothing; undefined for nowhere. Never where the product
     * has a route of its own, except those of pages about single things.
     */
    async findMoved(request: FastifyRequest): Promise<Moved | undefined> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
      const address = readSiteAddress(request.url)
      if (!address) return undefined
      const path = writePath(address)
      if (addresses.isReserved(path) || !(request.is404 || addresses.isItem(path))) return undefined
      try {
        const outcome = await follow(request.url)
        // The check of the own pages is no visitor.
        const isCounted = !isOwnRequest(request.raw)
        if (!outcome) {
          if (isCounted) countMissing(path)
          return undefined
        }
        if (isCounted) for (const { id } of outcome.via) countHit(id)
        return { kind: outcome.kind, to: outcome.to }
      } catch (error) {
        // The page that tells of nothing needs no database.
        log.warn({ err: error }, 'the redirects cannot be read')
        return undefined
      }
    },
  }
}
