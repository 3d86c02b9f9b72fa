import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { TransferChange, TransferPart, TransferSource } from '#feature.ts'
import { RedirectDraft } from '#features/seo/redirects/contract.ts'
import {
  createRuleBook,
  longestFrom,
  mostRedirects,
  type RedirectRule,
} from '#features/seo/redirects/model.ts'
import type { SiteAddressBook, SiteAddresses } from '#features/seo/redirects/site-addresses.ts'
import { createRedirectStore } from '#features/seo/redirects/store.ts'
import type { RedirectRow } from '#features/seo/redirects/table.ts'
import { chainRefusal, findPlaceFault, tryDraft } from '#features/seo/redirects/validation.ts'
import { readFields } from '#http/problem-details.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'

const { to, kind, note } = RedirectDraft.shape
/** A redirect; its key is the address that it begins at. */
const TransferredRedirect = z.strictObject({ to, kind, note })

/** The redirects as they are exported. */
export const redirectSource: TransferSource = {
  name: 'redirects',
  isByLanguage: false,
  async list(db) {
    const rows = await createRedirectStore(db).listAll()
    return rows.map((row) => ({
      ...{ key: row.source, language: null, label: row.source, changedAt: row.updatedAt, files: [] },
      data: { to: row.target, kind: row.kind, note: row.note },
    }))
  },
}

interface RedirectPartOptions {
  siteUrl: string
  addresses: Pick<SiteAddressBook, 'read'>
}

/** The redirects as they are imported: in force at once. */
export function createRedirectPart({ siteUrl, addresses }: RedirectPartOptions): TransferPart {
  return {
    ...redirectSource,
    async read({ key, data }) {
      if (key.length > longestFrom) return 'unknown_key'
      const draft = readFields(TransferredRedirect, data)
      const { fields, read } = tryDraft({ ...draft, from: key }, siteUrl)
      if (!read) throw refused(fields)
      // Items of one address must have one key.
      if (read.from !== key) throw refused([{ field: 'from', code: 'redirect_from_invalid' }])
      return { to: read.to, kind: read.kind, note: read.note }
    },
    filesOf: () => ({ needed: [] }),
    needs: () => [],
    merge: (_present, incoming) => incoming,
    begin({ actorId, now }) {
      let site: SiteAddresses | undefined
      return {
        async prepare() {
          site ??= await addresses.read()
        },
        lock: (transaction) => createRedirectStore(transaction).lock(),
        async store(transaction, changes) {
          if (!site || changes.length === 0) return
          const rows = await createRedirectStore(transaction).listAll()
          const placed = placeRedirects(changes, rows, site)
          await storeRedirects(transaction, placed, { createdBy: actorId, now })
        },
      }
    },
  }
}

const refused = (fields: RefusedField[]) => new Problem('validation_failed', 422, { fields })

interface PlacedRedirect {
  rule: RedirectRule
  note: string
  isNew: boolean
}

/** The redirects among those that are here. @throws {Problem} 422 naming one that cannot be there */
function placeRedirects(
  changes: readonly TransferChange[],
  rows: readonly RedirectRow[],
  site: SiteAddresses,
): PlacedRedirect[] {
  const present = new Map(rows.map((row) => [row.source, row]))
  const placed = changes.map(({ key: from, data }): PlacedRedirect => {
    const { note: words, ...draft } = TransferredRedirect.parse(data)
    const before = present.get(from)
    return { rule: { id: before?.id ?? randomUUID(), from, ...draft }, note: words, isNew: !before }
  })
  for (const { rule, isNew } of placed) {
    const fault = isNew ? findPlaceFault(rule.from, site) : undefined
    if (fault) throw refused([{ field: rule.from, code: fault }])
  }
  if (rows.length + placed.filter(({ isNew }) => isNew).length > mostRedirects)
    throw new Problem('redirects_full', 409, { params: { limit: mostRedirects } })
  const own = new Map(placed.map((one) => [one.rule.id, one]))
  const kept = rows
    .filter(({ id }) => !own.has(id))
    .map(({ id, source: from, target, kind: code }): RedirectRule => ({ id, from, to: target, kind: code }))
  for (const { fault, via } of createRuleBook([...kept, ...placed.map(({ rule }) => rule)]).listFaults(
    site,
  )) {
    const culprit = via.find(({ id }) => own.has(id))
    if (culprit) throw refused([{ field: culprit.from, ...chainRefusal(fault) }])
  }
  return placed
}

async function storeRedirects(
  transaction: Database,
  placed: readonly PlacedRedirect[],
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<void> {
  const store = createRedirectStore(transaction)
  await store.insert(
    placed.flatMap(({ rule, note: words, isNew }) =>
      isNew
        ? {
            ...{ id: rule.id, source: rule.from, target: rule.to, kind: rule.kind, note: words },
            ...{ createdBy, createdAt: now, updatedAt: now },
          }
        : [],
    ),
  )
  const changed = placed.filter(({ isNew }) => !isNew)
  if (changed.length === 0) return
  await store.updateMany(
    changed.map(({ rule, note: words }) => ({ id: rule.id, target: rule.to, kind: rule.kind, note: words })),
    now,
  )
}
