import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import type { Redirect, RedirectDraft } from './contract.ts'
import { createRedirectLookup, type LookupOptions } from './lookup.ts'
import { mostRedirects } from './model.ts'
import { createRedirectStore } from './store.ts'
import { checkPlace, type ReadDraft, readDraft } from './validation.ts'

export interface RedirectOptions extends LookupOptions {
  revision: Pick<Revision, 'publish'>
  clock: Clock
}

/** The redirects, as editors change them. */
export function createRedirects(options: RedirectOptions) {
  const { db, revision, clock, siteUrl, addresses } = options
  const store = createRedirectStore(db)
  const lookup = createRedirectLookup(options)
  const { get } = lookup

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
    ...lookup,

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
  }
}
export type Redirects = ReturnType<typeof createRedirects>
