import { randomUUID } from 'node:crypto'
import { describeFields } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { readPath, readSiteAddress, writePath } from './address.ts'
import type {
  Redirect,
  RedirectCheck,
  RedirectDraft,
  RedirectQuery,
  RedirectWarning,
  TriedAddress,
} from './contract.ts'
import {
  type ChainFault,
  createRuleBook,
  longestChain,
  mostRedirects,
  type RedirectRule,
  type RuleBook,
  readFrom,
  readTo,
} from './model.ts'
import type { SiteAddressBook, SiteAddresses } from './site-addresses.ts'
import { createRedirectStore } from './store.ts'
import type { RedirectRow } from './table.ts'

export interface RedirectOptions {
  db: Database
  revision: Pick<Revision, 'publish'>
  clock: Clock
  catalogues: Catalogues
  /** The origin of the site. */
  siteUrl: string
  addresses: SiteAddressBook
}

/** A draft as it is stored. */
export type ReadDraft = Pick<RedirectRule, 'from' | 'to' | 'kind'> & { note: string }

/** The redirects, as editors manage them. */
export function createRedirects(options: RedirectOptions) {
  const { db, revision, clock, catalogues, siteUrl, addresses } = options
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

  /** Puts a rule in the place of another, or adds it, with all others known and none of them changing meanwhile. */
  async function place(
    id: string,
    draft: ReadDraft,
    write: (within: ReturnType<typeof createRedirectStore>, now: Date) => Promise<void>,
  ): Promise<void> {
    const site = await addresses.read()
    await revision.publish(async (transaction) => {
      const within = createRedirectStore(transaction)
      await within.lock()
      const others = (await within.listRules()).filter((rule) => rule.id !== id)
      if (others.length >= mostRedirects)
        throw new Problem('redirects_full', 409, { params: { limit: mostRedirects } })
      const fields = checkPlace({ id, ...draft }, others, site)
      if (fields.length > 0) throw new Problem('validation_failed', 422, { fields })
      await write(within, clock.now())
    })
  }

  return {
    /** A part of the list, newest first. */
    async list({ search, limit, offset }: RedirectQuery): Promise<{ items: Redirect[]; total: number }> {
      const { items, total } = await store.listPart({
        ...{ limit, offset },
        search: search && (search.includes('%') ? (readPath(search) ?? search) : search),
      })
      return { items: await describe(items), total }
    },

    /** Adds a redirect. @throws {Problem} 409 there are too many, 422 */
    async create(draft: RedirectDraft, userId: string): Promise<Redirect> {
      const read = readDraft(draft, siteUrl)
      const id = randomUUID()
      await place(id, read, (within, now) =>
        within.insert([
          {
            ...{ id, source: read.from, target: read.to, kind: read.kind, note: read.note },
            ...{ createdBy: userId, createdAt: now, updatedAt: now },
          },
        ]),
      )
      return get(id)
    },

    /** @throws {Problem} 404, 422 */
    async change(id: string, draft: RedirectDraft): Promise<Redirect> {
      await get(id)
      const read = readDraft(draft, siteUrl)
      await place(id, read, async (within, now) => {
        const present = await within.find(id)
        if (!present || present.deletedAt !== null) throw new Problem('redirect_not_found', 404)
        const { from: source, to: target, kind, note } = read
        await within.update(id, { source, target, kind, note, updatedAt: now })
      })
      return get(id)
    },

    /** Takes a redirect out of force; it can be put back for a day. @throws {Problem} 404 */
    async remove(id: string): Promise<void> {
      await revision.publish(async (transaction) => {
        const within = createRedirectStore(transaction)
        await within.lock()
        const present = await within.find(id)
        if (!present || present.deletedAt !== null) throw new Problem('redirect_not_found', 404)
        await within.update(id, { deletedAt: clock.now() })
      })
    },

    /** Puts back what was removed, with its hits. @throws {Problem} 404, 409, 422 its address has another one by now */
    async restore(id: string): Promise<Redirect> {
      const row = await store.find(id)
      if (!row) throw new Problem('redirect_not_found', 404)
      if (row.deletedAt === null) return get(id)
      const { source: from, target: to, kind, note } = row
      await place(id, { from, to, kind, note }, (within) => within.update(id, { deletedAt: null }))
      return get(id)
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
      if (!outcome || typeof outcome === 'string') return { ...tried, outcome: 'missing', ...none }
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
export type Redirects = ReturnType<typeof createRedirects>

/** A draft as it would be stored, or what is wrong with it by itself. */
export function tryDraft(
  { from, to, kind, note }: RedirectDraft,
  siteUrl: string,
): { fields: RefusedField[]; read?: ReadDraft } {
  const source = readFrom(from, siteUrl)
  const hasTarget = to !== null && to.trim() !== ''
  const target = kind === 410 ? { value: null } : readTo(to ?? '', siteUrl)
  const fields: RefusedField[] = []
  if (source.fault !== undefined) fields.push({ field: 'from', code: source.fault })
  if ('fault' in target && target.fault !== undefined) fields.push({ field: 'to', code: target.fault })
  if (kind === 410 && hasTarget) fields.push({ field: 'to', code: 'redirect_gone_target' })
  if (fields.length > 0 || !('value' in source) || !('value' in target)) return { fields }
  return { fields, read: { from: source.value, to: target.value, kind, note } }
}

/** @throws {Problem} 422 */
function readDraft(draft: RedirectDraft, siteUrl: string): ReadDraft {
  const { fields, read } = tryDraft(draft, siteUrl)
  if (!read) throw new Problem('validation_failed', 422, { fields })
  return read
}

/** Why no redirect may begin at an address; undefined when one may. */
export function findPlaceFault(from: string, site: SiteAddresses): string | undefined {
  const address = readSiteAddress(from)
  if (!address) return 'redirect_from_invalid'
  const path = writePath(address)
  if (site.isLiving(path)) return 'redirect_from_living'
  return site.isReserved(path) ? 'redirect_from_reserved' : undefined
}

/** What is wrong with a rule among others. */
function checkPlace(
  rule: RedirectRule,
  others: readonly RedirectRule[],
  site: SiteAddresses,
): RefusedField[] {
  const fault = findPlaceFault(rule.from, site)
  if (fault) return [{ field: 'from', code: fault }]
  if (others.some(({ from }) => from === rule.from)) return [{ field: 'from', code: 'redirect_taken' }]
  const [found] = createRuleBook([...others, rule]).listFaults(site)
  return found ? [{ field: 'to', ...chainRefusal(found.fault) }] : []
}

/** The refusal of redirects that lead nowhere. */
export const chainRefusal = (fault: ChainFault): Omit<RefusedField, 'field'> =>
  fault === 'loop' ? { code: 'redirect_loop' } : { code: 'redirect_chain', params: { limit: longestChain } }

interface Surroundings {
  site: SiteAddresses
  book: RuleBook
}

/** What is worth knowing of a rule. */
function judge(
  rule: RedirectRule,
  { site, book }: Surroundings,
): Pick<RedirectCheck, 'warnings' | 'leads_to'> {
  const address = readSiteAddress(rule.from)
  const outcome = address && book.follow(address, site)
  if (!address || !outcome || typeof outcome === 'string') return { warnings: [], leads_to: null }
  const warnings: RedirectWarning[] = []
  const isChain = outcome.via.length > 1
  if (isChain) warnings.push('chain')
  const { address: end } = outcome
  if (end && !site.isLiving(writePath(end)) && !site.isReserved(writePath(end)))
    warnings.push('target_missing')
  if (site.isLiving(writePath(address))) warnings.push('covered')
  return { warnings, leads_to: isChain ? outcome.to : null }
}

function toRedirect(row: RedirectRow, surroundings: Surroundings): Redirect {
  const { id, source: from, target: to, kind, note, hits, lastHitAt } = row
  return {
    ...{ id, from, to, kind, note, hits },
    last_hit_at: lastHitAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...judge({ id, from, to, kind }, surroundings),
  }
}
