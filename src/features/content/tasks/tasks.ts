import type { Assignment, AssignmentChange } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import type { Database } from '#platform/postgres.ts'
import { isAllowed } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { knowsLanguage } from '#shared/roles.ts'
import type { FindNames, TeamMember } from '#shared/user.ts'
import { createTaskStore } from './task-store.ts'

interface TaskOptions {
  db: Database
  /** Everybody of the team who can sign in. */
  listTeam: () => Promise<TeamMember[]>
  findNames: FindNames
}

/** Who translates which text until when. */
export function createTasks({ db, listTeam, findNames }: TaskOptions) {
  const store = createTaskStore(db)

  async function list(): Promise<Assignment[]> {
    const rows = await store.list()
    const names = await findNames(rows.flatMap(({ ownerId }) => ownerId ?? []))
    return rows.map(({ key, language, ownerId, dueOn }) => {
      const name = ownerId === null ? undefined : names.get(ownerId)
      const owner = ownerId === null || name === undefined ? null : { id: ownerId, name }
      return { key, language, owner, due_on: dueOn }
    })
  }

  return {
    list,

    /**
     * Sets who translates some texts, until when, or both. @throws {Problem} 422 for an owner who may not edit texts, or
     * not in the language of each of these
     */
    async assign({ texts, owner_id, due_on }: AssignmentChange): Promise<Assignment[]> {
      if (owner_id) {
        const owner = (await listTeam()).find(({ id }) => id === owner_id)
        if (!owner || !isAllowed(owner, contentPermissions.edit)) throw unfit('owner_unknown')
        if (!texts.every(({ language }) => knowsLanguage(owner, language))) throw unfit('owner_language')
      }
      await db.transaction((transaction) =>
        createTaskStore(transaction).set(texts, {
          ...(owner_id !== undefined && { ownerId: owner_id }),
          ...(due_on !== undefined && { dueOn: due_on }),
        }),
      )
      return list()
    },
  }
}
export type Tasks = ReturnType<typeof createTasks>

function unfit(code: string): Problem {
  return new Problem('validation_failed', 422, { fields: [{ field: 'owner_id', code }] })
}
