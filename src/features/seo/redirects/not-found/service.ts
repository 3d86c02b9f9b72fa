import { readSiteAddress, splitLanguage } from '#features/seo/redirects/address/model.ts'
import { createRuleBook } from '#features/seo/redirects/model.ts'
import type { SiteAddressBook, SiteAddresses } from '#features/seo/redirects/site-addresses.ts'
import { createRedirectStore } from '#features/seo/redirects/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { localDayOf } from '#shared/time/days.ts'
import type { MissingAddress, MissingQuery } from './contract.ts'
import { createSuggestions, keptDays } from './model.ts'
import { createMissingStore } from './store.ts'

export interface MissingOptions {
  db: Database
  clock: Clock
  timeZone(): string
  addresses: SiteAddressBook
}

// Beyond these nobody reads on.
const mostListed = 1_000
const day = 24 * 3_600_000

/** The day that is a number of days before another moment. */
export function findDayBefore(moment: Date, days: number, timeZone: string): string {
  return localDayOf(new Date(moment.getTime() - days * day), timeZone)
}

/** Addresses at which visitors found nothing, for redirects from them. */
export function createMissingAddresses({ db, clock, timeZone, addresses }: MissingOptions) {
  const store = createMissingStore(db)
  let prepared: { pages: SiteAddresses['pages']; suggest: ReturnType<typeof createSuggestions> } | undefined

  /** The search among the pages of now, which is kept while they stay the same. */
  function suggestionsFor({ pages }: SiteAddresses) {
    if (prepared?.pages !== pages) prepared = { pages, suggest: createSuggestions(pages) }
    return prepared.suggest
  }

  return {
    /** Those of the last 30 days at which there still is nothing, most hits first. */
    async list({
      limit,
      offset,
      ignored,
    }: MissingQuery): Promise<{ items: MissingAddress[]; total: number }> {
      const isIgnored = ignored === 'true'
      const since = findDayBefore(clock.now(), keptDays - 1, timeZone())
      const [counted, rules, site] = await Promise.all([
        store.list({ since, isIgnored, most: mostListed }),
        createRedirectStore(db).listRules(),
        addresses.read(),
      ])
      const book = createRuleBook(rules)
      const missing = counted.filter(({ path }) => {
        const address = readSiteAddress(path)
        return address && !site.isLiving(path) && !site.isReserved(path) && !book.find(address)
      })
      const suggest = suggestionsFor(site)
      const items = missing.slice(offset, offset + limit).map(({ path, hits, lastDay }) => ({
        ...{ path, hits, last_day: lastDay },
        suggestion: suggest(splitLanguage(path).path) ?? null,
        is_ignored: isIgnored,
      }))
      return { items, total: missing.length }
    },

    /** Suggests no redirect for an address any more. @throws {Problem} 404 nobody has asked for it */
    async ignore(path: string, userId: string): Promise<void> {
      if (!(await store.ignore(path, userId, clock.now())))
        throw new Problem('missing_address_not_found', 404)
    },

    stopIgnoring: (path: string): Promise<void> => store.stopIgnoring(path),
  }
}
export type MissingAddresses = ReturnType<typeof createMissingAddresses>
