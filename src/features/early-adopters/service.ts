import { type LeadVisibility, visibilityFor } from '#features/early-adopters/records/visibility.ts'
import type { LeadTag } from '#features/early-adopters/tags/contract.ts'
import type { Translate } from '#platform/catalogues.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Member } from '#shared/roles.ts'
import { searchWordsOf } from '#shared/search/words.ts'
import type { Interest, Segment } from '#shared/segments.ts'
import type { EarlyAdopter, EarlyAdopterQuery, EarlyAdopterSummary, ExportRequest } from './contract.ts'
import type { EarlyAdopterFilter, EarlyAdopterRow, EarlyAdopterStore, ListTotal } from './store.ts'

interface EarlyAdopterOptions {
  store: EarlyAdopterStore
  translator: (language: Language) => Translate
}

/** The early adopters as the team lists them. */
export function createEarlyAdopters({ store, translator }: EarlyAdopterOptions) {
  async function describe(rows: EarlyAdopterRow[], language: Language, visible: LeadVisibility) {
    const t = translator(language)
    const tagsOf = await store.findTagsOf(rows)
    return rows.map((row) => describeEarlyAdopter(row, t, visible, tagsOf(row.id)))
  }

  return {
    /**
     * A page of the list as a user may see it, and how many the filter lets through in all, or at least.
     * @throws {Problem} 403 when the order would tell addresses that the user may not read
     */
    async list(
      {
        sort,
        order = sort === 'created_at' ? 'desc' : 'asc',
        limit,
        offset,
        count,
        ...query
      }: EarlyAdopterQuery,
      { language, reader }: { language: Language; reader: Member },
    ): Promise<ListTotal & { items: EarlyAdopter[] }> {
      const visible = visibilityFor(reader)
      if (sort === 'email' && !visible.addresses) throw new Problem('forbidden', 403)
      const filter = filterOf(query, visible)
      if (!filter) return { items: [], total: 0, isExact: true }
      const page = { sort, order, limit, offset }
      const { rows, ...total } = await store.list(filter, page, count === 'exact' ? 'all' : 'usual')
      return { items: await describe(rows, language, visible), ...total }
    },

    /** Up to five whom a search with typos may have meant. Apart from the list: whoever exports or mails a search means its words. */
    async findSimilar(
      search: string,
      { language, reader }: { language: Language; reader: Member },
    ): Promise<EarlyAdopter[]> {
      const visible = visibilityFor(reader)
      const found = await store.findSimilar(searchWordsOf(search), { searchesAddresses: visible.addresses })
      return describe(found, language, visible)
    },

    /** Counts over all early adopters. */
    async summarize(): Promise<EarlyAdopterSummary> {
      const counts = await store.countBySegment()
      return {
        total: totalOf(counts),
        by_segment: {
          developer: counts.get('developer') ?? 0,
          business: counts.get('business') ?? 0,
          academic: counts.get('academic') ?? 0,
          ngo_gov: counts.get('ngo_gov') ?? 0,
        },
      }
    },
  }
}
export type EarlyAdopters = ReturnType<typeof createEarlyAdopters>

/** An early adopter as the team reads of them. */
export function describeEarlyAdopter(
  row: EarlyAdopterRow,
  t: Translate,
  visible: LeadVisibility,
  tags: LeadTag[],
): EarlyAdopter {
  return {
    id: row.id,
    name: row.name,
    email: visible.addresses ? row.email : null,
    company: row.company,
    segment: row.segment,
    language: row.language,
    kind: row.kind,
    page: row.page,
    country: row.country,
    interests: row.interests.map((id) => ({ id: id as Interest, name: t(`site:form.interests.${id}`) })),
    has_badge: row.badges.length > 0,
    badge_type: badgeTypes.findLast((type) => row.badges.includes(type)) ?? null,
    badges: badgeTypes.filter((type) => row.badges.includes(type)),
    tags,
    created_at: row.createdAt.toISOString(),
  }
}

/** The store's filter for what the API was asked; none when nobody can be both. */
export function filterOf(
  query: ExportRequest['filter'],
  visible: LeadVisibility,
): EarlyAdopterFilter | undefined {
  const { search = '', segment, language, badge, has_badge, kind, tag, country, step } = query
  if (badge && has_badge === false) return undefined
  const held = badge ?? (has_badge === undefined ? undefined : has_badge ? 'any' : 'none')
  const words = searchWordsOf(search)
  return {
    ...{
      words,
      searchesAddresses: visible.addresses,
      segment,
      language,
      kind,
      tag,
      badge: held,
      country,
      step,
    },
    ...{ registeredFrom: query.registered_from, registeredTo: query.registered_to },
  }
}

function totalOf(counts: ReadonlyMap<Segment, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
