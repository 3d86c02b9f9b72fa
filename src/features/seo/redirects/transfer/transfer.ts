import { randomUUID } from 'node:crypto'
import { createRuleBook, mostRedirects, type RedirectRule } from '#features/seo/redirects/model.ts'
import type { RedirectOptions } from '#features/seo/redirects/service.ts'
import type { SiteAddresses } from '#features/seo/redirects/site-addresses.ts'
import { createRedirectStore } from '#features/seo/redirects/store.ts'
import type { RedirectRow } from '#features/seo/redirects/table.ts'
import { chainRefusal, findPlaceFault, type ReadDraft } from '#features/seo/redirects/validation.ts'
import { describeFields } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import { escapeFormulas, writeCsvLine } from '#shared/csv.ts'
import type { Language } from '#shared/languages.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { fileColumns, type ImportedRedirect, type RedirectImport } from './contract.ts'
import { type FileLine, readRedirectFile } from './import-file.ts'

interface ImportOrder {
  bytes: Buffer
  isDryRun: boolean
  language: Language
  userId: string
}

/** A line that is accepted by itself, with the redirect that it makes and the one that it replaces. */
interface Placed {
  line: FileLine
  read: ReadDraft
  rule: RedirectRule
  before: RedirectRow | undefined
}

/** Import and export of all redirects as a file. */
export function createRedirectTransfer(options: RedirectOptions) {
  const { db, revision, clock, catalogues, siteUrl, addresses } = options

  /** Reads and checks a file; in a transaction, with the redirects locked. */
  async function prepare(within: Database, bytes: Buffer, site: SiteAddresses) {
    const lines = readRedirectFile(bytes, siteUrl)
    const present = await createRedirectStore(within).listAll()
    return { lines, placed: placeLines(lines, present, site) }
  }

  async function apply(transaction: Database, placed: readonly Placed[], userId: string): Promise<void> {
    const within = createRedirectStore(transaction)
    const now = clock.now()
    const added = placed.filter((one) => outcomeOf(one) === 'added')
    await within.insert(
      added.map(({ rule: { id }, read }) => ({
        ...{ id, source: read.from, target: read.to, kind: read.kind, note: read.note },
        ...{ createdBy: userId, createdAt: now, updatedAt: now },
      })),
    )
    const changed = placed.filter((one) => outcomeOf(one) === 'changed')
    await within.updateMany(
      changed.map(({ rule: { id }, read }) => ({ id, target: read.to, kind: read.kind, note: read.note })),
      now,
    )
  }

  return {
    /**
     * Imports a file, all of it or nothing; as a dry run it only tells what would become of each line.
     * @throws {Problem} 422 for a file that cannot be read, and for one with a line that is refused unless it is a dry run
     */
    async run(order: ImportOrder): Promise<RedirectImport> {
      const site = await addresses.read()
      if (order.isDryRun) {
        const { lines, placed } = await prepare(db, order.bytes, site)
        return describe(lines, placed, order, catalogues)
      }
      return revision.publish(async (transaction) => {
        await createRedirectStore(transaction).lock()
        const { lines, placed } = await prepare(transaction, order.bytes, site)
        const report = describe(lines, placed, order, catalogues)
        const refused = report.lines.find(({ outcome }) => outcome === 'refused')
        if (refused) {
          const reason = refused.errors[0]?.message ?? ''
          throw new Problem('redirects_import_refused', 422, { params: { line: refused.line, reason } })
        }
        await apply(transaction, placed, order.userId)
        return report
      })
    },

    /** All redirects as a CSV file that can be imported again; no cell of it is a formula. */
    async write(): Promise<string> {
      const rows = await createRedirectStore(db).listAll()
      const lines = rows.map(({ source, target, kind, note }) =>
        writeCsvLine([source, target ?? '', String(kind), note].map(escapeFormulas), ','),
      )
      // Without a byte order mark Excel reads the file in a single-byte encoding.
      return `\ufeff${writeCsvLine(fileColumns, ',')}${lines.join('')}`
    },
  }
}
export type RedirectTransfer = ReturnType<typeof createRedirectTransfer>

function outcomeOf({ read, before }: Placed): 'added' | 'changed' | 'unchanged' {
  if (!before) return 'added'
  const isSame = before.target === read.to && before.kind === read.kind && before.note === read.note
  return isSame ? 'unchanged' : 'changed'
}

/** Puts the lines among the present redirects; what is wrong with a line there is added to its refusals. */
function placeLines(
  lines: readonly FileLine[],
  present: readonly RedirectRow[],
  site: SiteAddresses,
): Placed[] {
  const bySource = new Map(present.map((row) => [row.source, row]))
  const firstLines = new Map<string, number>()
  const placed: Placed[] = []
  let total = present.length
  for (const line of lines) {
    const { read } = line
    if (!read) continue
    const before = bySource.get(read.from)
    const refusal = before
      ? undefined
      : refuseNew(read.from, { firstLines, site, isFull: total >= mostRedirects })
    const twice = firstLines.get(read.from)
    const refused =
      twice === undefined ? refusal : { field: 'from', code: 'redirect_twice', params: { line: twice } }
    if (refused) {
      line.refused.push(refused)
      continue
    }
    firstLines.set(read.from, line.line)
    if (!before) total++
    const { from, to, kind } = read
    placed.push({ line, read, before, rule: { id: before?.id ?? randomUUID(), from, to, kind } })
  }
  refuseChains(placed, present, site)
  return placed
}

interface Room {
  firstLines: ReadonlyMap<string, number>
  site: SiteAddresses
  isFull: boolean
}

function refuseNew(from: string, { site, isFull }: Room): RefusedField | undefined {
  const fault = findPlaceFault(from, site)
  if (fault) return { field: 'from', code: fault }
  return isFull ? { field: 'from', code: 'redirects_full', params: { limit: mostRedirects } } : undefined
}

/** Refuses the lines that would make visitors go round in a circle or through too many redirects. */
function refuseChains(placed: readonly Placed[], present: readonly RedirectRow[], site: SiteAddresses): void {
  const byId = new Map(placed.map((one) => [one.rule.id, one]))
  const kept = present
    .filter(({ id }) => !byId.has(id))
    .map(({ id, source: from, target: to, kind }) => ({ id, from, to, kind }))
  const book = createRuleBook([...kept, ...placed.map(({ rule }) => rule)])
  for (const { fault, via } of book.listFaults(site)) {
    // The lines on the way are to blame: without them, there was no such way.
    for (const { id } of via) {
      const line = byId.get(id)?.line
      if (line && line.refused.length === 0) line.refused.push({ field: 'to', ...chainRefusal(fault) })
    }
  }
}

/** What becomes of each line. */
function describe(
  lines: readonly FileLine[],
  placed: readonly Placed[],
  order: ImportOrder,
  catalogues: Catalogues,
): RedirectImport {
  const byLine = new Map(placed.map((one) => [one.line, one]))
  const described = lines.map((line): ImportedRedirect => {
    const one = line.refused.length === 0 ? byLine.get(line) : undefined
    const { from, to, kind } = one?.read ?? { ...line, to: line.to || null }
    return {
      ...{ line: line.line, outcome: one ? outcomeOf(one) : 'refused', from, to, kind, note: line.note },
      errors: describeFields(line.refused, order.language, catalogues),
    }
  })
  const count = (outcome: ImportedRedirect['outcome']) =>
    described.filter((line) => line.outcome === outcome).length
  return {
    dry_run: order.isDryRun,
    ...{ added: count('added'), changed: count('changed') },
    ...{ unchanged: count('unchanged'), refused: count('refused') },
    lines: described,
  }
}
