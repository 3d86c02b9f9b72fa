import type { Notify } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames, TeamMember, User } from '#shared/user.ts'
import { type Comment, type CommentDraft, type CommentQuery, mostOpen } from './contract.ts'
import { tellOfComment } from './notifications.ts'
import { commentPermissions } from './permissions.ts'
import { type CommentRow, createCommentStore, listAskers } from './store.ts'

export interface CommentOptions {
  db: Database
  clock: Clock
  findNames: FindNames
  /** Everybody of the team who can sign in. */
  listTeam: () => Promise<TeamMember[]>
  /** Tells users, in the transaction of the comment. */
  notify: Notify
}

/** What the team says to each other about its texts. */
export function createComments({ db, clock, findNames, listTeam, notify }: CommentOptions) {
  const store = createCommentStore(db)

  async function describe(rows: readonly CommentRow[]): Promise<Comment[]> {
    const names = await findNames(
      rows.flatMap(({ authorId, askedId }) => [authorId ?? [], askedId ?? []].flat()),
    )
    const personOf = (id: string | null) => {
      const name = id === null ? undefined : names.get(id)
      return id === null || name === undefined ? null : { id, name }
    }
    return rows.map(({ id, key, language, body, authorId, askedId, createdAt, resolvedAt }) => ({
      ...{ id, key, language, body },
      author: personOf(authorId),
      asked: personOf(askedId),
      created_at: createdAt.toISOString(),
      resolved_at: resolvedAt?.toISOString() ?? null,
    }))
  }

  async function describeOne(row: CommentRow | undefined): Promise<Comment> {
    const [comment] = row ? await describe([row]) : []
    if (!comment) throw new Problem('comment_not_found', 404)
    return comment
  }

  return {
    /** The comments of a text, oldest first. */
    list: async (text: CommentQuery): Promise<Comment[]> => describe(await store.list(text)),

    /** The open comments that ask a user to look, who has not answered since. */
    listAsked: async (userId: string): Promise<Comment[]> => describe(await store.listAsked(userId)),

    /** @throws {Problem} 422 for somebody who may not edit texts; 409 when too many are open */
    async add({ asked_id: askedId, ...draft }: CommentDraft, authorId: string): Promise<Comment> {
      if (askedId !== null) {
        const asked = (await listTeam()).find(({ id }) => id === askedId)
        if (!asked || !isAllowed(asked, commentPermissions.write)) {
          throw new Problem('validation_failed', 422, {
            fields: [{ field: 'asked_id', code: 'owner_unknown' }],
          })
        }
      }
      const row = await db.transaction(async (transaction) => {
        const within = createCommentStore(transaction)
        await within.lock(draft)
        if ((await within.countOpen(draft)) >= mostOpen) {
          throw new Problem('comments_full', 409)
        }
        const row = { ...draft, authorId, askedId, createdAt: clock.now(), resolvedAt: null }
        const askers = await listAskers(transaction, draft, authorId)
        const added = await within.insert(row)
        await notify(transaction, tellOfComment(row, askers))
        return added
      })
      return describeOne(row)
    },

    /** Resolves or reopens a comment. @throws {Problem} 404 */
    resolve: async (id: string, isResolved: boolean): Promise<Comment> =>
      describeOne(await store.setResolved(id, isResolved ? clock.now() : null)),

    /** Deletes one's own comment, or as an admin any. @throws {Problem} 404, 403 */
    async remove(id: string, user: User): Promise<void> {
      const row = await store.find(id)
      if (!row) throw new Problem('comment_not_found', 404)
      if (row.authorId !== user.id && !isAllowed(user, commentPermissions.deleteAny)) {
        throw new Problem('comment_of_others', 403)
      }
      await store.remove(id)
    },
  }
}
export type Comments = ReturnType<typeof createComments>
