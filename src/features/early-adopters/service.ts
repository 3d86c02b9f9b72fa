import { createHash, randomUUID } from 'node:crypto'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import type { Language } from '#shared/languages.ts'
import type { Interest, Segment } from '#shared/segments.ts'
import type { EarlyAdopter, EarlyAdopterQuery, EarlyAdopterSummary, Registration } from './contract.ts'
import { searchTextOf, searchWordsOf } from './search-text.ts'
import type { EarlyAdopterRow, EarlyAdopterStore } from './store.ts'

interface EarlyAdopterOptions {
  store: EarlyAdopterStore
  clock: Clock
  translator: (language: Language) => Translate
  /** The name that the consent sentence speaks of. */
  siteName: string
}

/** The rules of the early-adopter programme. */
export function createEarlyAdopters({ store, clock, translator, siteName }: EarlyAdopterOptions) {
  const insert = groupCommit((rows: EarlyAdopterRow[]) => store.insertMany(rows), { isItemFault })
  const consentTexts = new Map<Language, string>()

  /** Made once a language: looking the sentence up and hashing it would be a tenth of the cost of a sign-up. */
  function consentTextOf(language: Language): string {
    const known = consentTexts.get(language)
    if (known !== undefined) return known
    const made = consentHash(translator(language)('site:form.consent', { name: siteName }))
    consentTexts.set(language, made)
    return made
  }

  return {
    /**
     * Registers a visitor; resolves once the lead is durable. An address that is already registered (without case)
     * changes nothing and looks the same to whoever sent it, so that nobody can probe for addresses.
     */
    async register(registration: Registration, language: Language): Promise<void> {
      const now = clock.now()
      const { email, name, company, segment, interests } = registration
      await insert({
        id: randomUUID(),
        email,
        emailKey: email.toLowerCase(),
        name,
        company,
        segment,
        interests,
        language,
        consentedAt: now,
        consentText: consentTextOf(language),
        searchText: searchTextOf(name, email, company ?? ''),
        createdAt: now,
      })
    },

    /** A page of the list for the team, newest first, and how many the filter lets through in all. */
    async list(
      query: EarlyAdopterQuery,
      language: Language,
    ): Promise<{ items: EarlyAdopter[]; total: number }> {
      const t = translator(language)
      // No badge has been awarded yet: awards come with their own feature.
      if (query.has_badge === true) return { items: [], total: 0 }
      const filter = { words: searchWordsOf(query.search ?? ''), segment: query.segment }
      const total = await (filter.words.length > 0 ? store.count(filter) : countOf(filter.segment))
      const rows = await store.list(filter, query, total)
      return { items: rows.map((row) => toEarlyAdopter(row, t)), total }
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

  async function countOf(segment: Segment | undefined): Promise<number> {
    const counts = await store.countBySegment()
    return segment ? (counts.get(segment) ?? 0) : totalOf(counts)
  }
}
export type EarlyAdopters = ReturnType<typeof createEarlyAdopters>

function toEarlyAdopter(row: EarlyAdopterRow, t: Translate): EarlyAdopter {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    company: row.company,
    segment: row.segment,
    language: row.language,
    interests: row.interests.map((id) => ({ id: id as Interest, name: t(`site:form.interests.${id}`) })),
    has_badge: false,
    badge_type: null,
    created_at: row.createdAt.toISOString(),
  }
}

function totalOf(counts: ReadonlyMap<Segment, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

// SQLSTATE classes 22 and 23 speak of the data.
function isItemFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
}

/** Names the sentence that a person agreed to, so that it can be found again when the catalogue has changed. */
function consentHash(sentence: string): string {
  return createHash('sha256').update(sentence).digest('base64url')
}
