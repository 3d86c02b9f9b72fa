import { readSiteAddress, writePath } from '#features/seo/redirects/address/model.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { Redirect, RedirectCheck, RedirectDraft, RedirectWarning } from './contract.ts'
import {
  type ChainFault,
  createRuleBook,
  longestChain,
  type RedirectRule,
  type RuleBook,
  readFrom,
  readTo,
} from './model.ts'
import type { SiteAddresses } from './site-addresses.ts'
import type { RedirectRow } from './table.ts'

/** A draft as it is stored. */
export type ReadDraft = Pick<RedirectRule, 'from' | 'to' | 'kind'> & { note: string }

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
export function readDraft(draft: RedirectDraft, siteUrl: string): ReadDraft {
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
export function checkPlace(
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
export function judge(
  rule: RedirectRule,
  { site, book }: Surroundings,
): Pick<RedirectCheck, 'warnings' | 'leads_to'> {
  const address = readSiteAddress(rule.from)
  const outcome = address && book.follow(address, site)
  if (!address || !outcome || outcome.fault) return { warnings: [], leads_to: null }
  const warnings: RedirectWarning[] = []
  const isChain = outcome.via.length > 1
  if (isChain) warnings.push('chain')
  const { address: end } = outcome
  if (end && !site.isLiving(writePath(end)) && !site.isReserved(writePath(end)))
    warnings.push('target_missing')
  if (site.isLiving(writePath(address))) warnings.push('covered')
  return { warnings, leads_to: isChain ? outcome.to : null }
}

export function toRedirect(row: RedirectRow, surroundings: Surroundings): Redirect {
  const { id, source: from, target: to, kind, note, hits, lastHitAt } = row
  return {
    ...{ id, from, to, kind, note, hits },
    last_hit_at: lastHitAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...judge({ id, from, to, kind }, surroundings),
  }
}
