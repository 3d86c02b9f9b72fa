import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { type DraftContent, draftLimits, type SocialDraft } from './contract.ts'
import { createDraftStore, type DraftRow } from './draft-store.ts'

/** What people are writing: saved by itself, and seen by them alone. */
export function createDrafts({ db, clock }: { db: Database; clock: Clock }) {
  const store = createDraftStore(db)
  return {
    list: async (authorId: string): Promise<SocialDraft[]> =>
      (await store.list(authorId, draftLimits.count)).map(toDraft),

    /** @throws {Problem} 409 when there are too many, 422 when it is too long */
    async add(content: DraftContent, authorId: string): Promise<SocialDraft> {
      checkSize(content)
      if ((await store.count(authorId)) >= draftLimits.count)
        throw new Problem('social_drafts_full', 409, { params: { limit: draftLimits.count } })
      const now = clock.now()
      return toDraft(await store.insert({ authorId, content, createdAt: now, updatedAt: now }))
    },

    /** @throws {Problem} 404, 409 when it was saved elsewhere since, 422 when it is too long */
    async save(
      id: string,
      { version, content }: { version: number; content: DraftContent },
      authorId: string,
    ) {
      checkSize(content)
      const saved = await store.update({ id, authorId, version }, { content, updatedAt: clock.now() })
      if (saved) return toDraft(saved)
      const known = await store.find(id, authorId)
      if (!known) throw new Problem('social_draft_not_found', 404)
      throw new Problem('social_draft_stale', 409, { extra: { current_version: known.version } })
    },

    remove: store.remove,
  }
}
export type Drafts = ReturnType<typeof createDrafts>

function checkSize(content: DraftContent): void {
  if (JSON.stringify(content).length > draftLimits.characters)
    throw new Problem('validation_failed', 422, { fields: [{ field: 'content', code: 'too_long' }] })
}

const toDraft = ({ id, version, content, updatedAt }: DraftRow): SocialDraft => ({
  ...{ id, version, content },
  updated_at: updatedAt.toISOString(),
})
