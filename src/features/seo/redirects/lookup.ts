import { readPath, readSiteAddress, writePath } from '#features/seo/redirects/address/model.ts'
import { describeFields } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Redirect, RedirectCheck, RedirectDraft, RedirectQuery, TriedAddress } from './contract.ts'
import { createRuleBook, readFrom } from './model.ts'
import type { SiteAddressBook } from './site-addresses.ts'
import { createRedirectStore } from './store.ts'
import type { RedirectRow } from './table.ts'
import { checkPlace, judge, toRedirect, tryDraft } from './validation.ts'

export interface LookupOptions {
  db: Database
  catalogues: Catalogues
  /** The origin of the site. */
  siteUrl: string
  addresses: SiteAddressBook
}

/** The redirects, as the team looks at them. */
export function createRedirectLookup({ db, catalogues, siteUrl, addresses }: LookupOptions) {
  const store = createRedirectStore(db)

  async function describe(rows: readonly RedirectRow[]): Promise<Redirect[]> {
    const [site, rules] = await Promise.all([addresses.read(), store.listRules()])
    const book = createRuleBook(rules)
    return rows.map((row) => toRedirect(row, { site, book }))
  }

  /** @throws {Problem} 404 */
  async function get(id: string): Promise<Redirect> {
    const row = await store.find(id)
    const [redirect] = row && row.deletedAt === null ? await describe([row]) : []
    if (!redirect) throw new Problem('redirect_not_found', 404)
    return redirect
  }

  return {
    /** One redirect. @throws {Problem} 404 */
    get,

    /** A part of the list, newest first. */
    async list({ search, limit, offset }: RedirectQuery): Promise<{ items: Redirect[]; total: number }> {
      const { items, total } = await store.listPart({
        ...{ limit, offset },
        search: search && (search.includes('%') ? (readPath(search) ?? search) : search),
      })
      return { items: await describe(items), total }
    },

    /** What would be refused of a draft, with the sentences in the reader's language. */
    async check(draft: RedirectDraft, id: string | null, language: Language): Promise<RedirectCheck> {
      const checked = { warnings: [], leads_to: null }
      const { fields, read } = tryDraft(draft, siteUrl)
      if (!read) return { ...checked, errors: describeFields(fields, language, catalogues) }
      const [site, rules] = await Promise.all([addresses.read(), store.listRules()])
      const others = rules.filter((rule) => rule.id !== id)
      const rule = { id: id ?? '', ...read }
      const refused = checkPlace(rule, others, site)
      if (refused.length > 0) return { ...checked, errors: describeFields(refused, language, catalogues) }
      return { errors: [], ...judge(rule, { site, book: createRuleBook([...others, rule]) }) }
    },

    /** Where an address of the site leads now. */
    async tryAddress(given: string): Promise<TriedAddress> {
      const reading = readFrom(given.split('#')[0] ?? '', siteUrl)
      const none = { kind: null, to: null, via: [] }
      const address = reading.fault === undefined ? readSiteAddress(reading.value) : undefined
      if (!address) return { address: given, outcome: 'invalid', ...none }
      const path = writePath(address)
      const tried = { address: `${path}${address.query && `?${address.query}`}` }
      const site = await addresses.read()
      if (site.isLiving(path)) return { ...tried, outcome: 'page', ...none }
      if (site.isReserved(path)) return { ...tried, outcome: 'reserved', ...none }
      const outcome = createRuleBook(await store.listRules()).follow(address, site)
      if (!outcome || outcome.fault) return { ...tried, outcome: 'missing', ...none }
      const via = outcome.via.map(({ from }) => from)
      return {
        ...tried,
        outcome: outcome.to === null ? 'gone' : 'redirect',
        kind: outcome.kind,
        to: outcome.to,
        via,
      }
    },
  }
}
