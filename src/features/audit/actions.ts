import { requireRecentPassword, type SignedIn } from '#http/access.ts'
import type { ActionLog, ActionSubject } from '#http/recorded-actions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { RecordedAction, RecordedActionQuery } from './contract.ts'
import type { AuditOptions } from './service.ts'
import type { ActionStore } from './store.ts'

interface ActionOptions extends Pick<AuditOptions, 'listUsers'> {
  store: ActionStore
  clock: Clock
}

/** Records actions that ask for the password; the audit log records their rows. */
export function createActions({ store, clock, listUsers }: ActionOptions) {
  const log: ActionLog = {
    begin: (action) => store.insert({ ...action, outcome: 'started', at: clock.now() }),
    end: (id, outcome, subject) => store.update(id, { outcome, subject }),
    cancel: store.delete,
  }
  return {
    log,

    /**
     * For an action that only sometimes asks for the password: returns what demands a recent one and records the action,
     * in the transaction that does it. @throws {Problem} 403
     */
    approverOf:
      (action: string) => (signedIn: SignedIn) => async (transaction: Database, subject: ActionSubject) => {
        const at = clock.now()
        requireRecentPassword(signedIn, at)
        const { id: userId } = signedIn.user
        await store.insert({ userId, action, subject, outcome: 'done', at }, transaction)
      },

    /** Newest first. */
    async list(query: RecordedActionQuery): Promise<{ items: RecordedAction[]; total: number }> {
      const { rows, total } = await store.list(query)
      const users = await listUsers(rows.flatMap(({ userId }) => userId ?? []))
      const usersById = new Map(users.map(({ id, name, username }) => [id, { id, name, username }]))
      const items = rows.map(({ userId, at, ...action }) => ({
        ...action,
        at: at.toISOString(),
        user: usersById.get(userId ?? '') ?? null,
      }))
      return { items, total }
    },
  }
}
export type Actions = ReturnType<typeof createActions>
