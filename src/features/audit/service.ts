import { desc, eq, sql } from 'drizzle-orm'
import { requireRecentPassword, type SignedIn } from '#http/access.ts'
import type { ActionLog, ActionSubject } from '#http/recorded-actions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { RecordedAction, RecordedActionQuery } from './contract.ts'
import { sensitiveActions } from './table.ts'

interface DoneAction {
  userId: string
  action: string
  subject: ActionSubject
}

/** The record of what was done that asks for the password. */
export function createAudit({ db, clock }: { db: Database; clock: Clock }) {
  const insert = async (on: Database, action: DoneAction, outcome: RecordedAction['outcome']) => {
    const [row] = await on
      .insert(sensitiveActions)
      .values({ ...action, outcome, at: clock.now() })
      .returning({ id: sensitiveActions.id })
    if (!row) throw new Error('the action was not recorded')
    return row.id
  }

  const log: ActionLog = {
    begin: (action) => insert(db, action, 'started'),
    async end(id, outcome, subject) {
      await db.update(sensitiveActions).set({ outcome, subject }).where(eq(sensitiveActions.id, id))
    },
    async cancel(id) {
      await db.delete(sensitiveActions).where(eq(sensitiveActions.id, id))
    },
  }

  return {
    log,

    /**
     * For an action that only sometimes asks for the password: answers what demands a recent one and records the action, in
     * the transaction that does it. @throws {Problem} 403
     */
    approverOf:
      (action: string) => (signedIn: SignedIn) => async (transaction: Database, subject: ActionSubject) => {
        requireRecentPassword(signedIn, clock.now())
        await insert(transaction, { userId: signedIn.user.id, action, subject }, 'done')
      },

    /** Newest first. */
    async list({ limit, offset }: RecordedActionQuery): Promise<{ items: RecordedAction[]; total: number }> {
      const [rows, total] = await Promise.all([
        db
          .select({ action: sensitiveActions, name: ofUser('name'), username: ofUser('username') })
          .from(sensitiveActions)
          .orderBy(desc(sensitiveActions.at), desc(sensitiveActions.id))
          .limit(limit)
          .offset(offset),
        db.$count(sensitiveActions),
      ])
      const items = rows.map(({ action, name, username }) => ({
        id: action.id,
        at: action.at.toISOString(),
        user:
          action.userId && name !== null && username !== null ? { id: action.userId, name, username } : null,
        action: action.action,
        subject: action.subject,
        outcome: action.outcome,
      }))
      return { items, total }
    },
  }
}

/** A column of whoever did it; the team belongs to another feature. */
function ofUser(column: 'name' | 'username') {
  const { userId } = sensitiveActions
  return sql<string | null>`(SELECT ${sql.identifier(column)} FROM users WHERE users.id = ${userId})`
}

export type Audit = ReturnType<typeof createAudit>
