import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { MailChoice } from '#shared/notifications/type.ts'
import { dismissedTasks, notificationChoices } from './table.ts'

/** The queries on what users have put aside, and what they want by mail. */
export function createChoiceStore(db: Database) {
  return {
    /** The tasks that a user has put aside. */
    async listDismissed(userId: string): Promise<string[]> {
      const rows = await db
        .select({ task: dismissedTasks.task })
        .from(dismissedTasks)
        .where(eq(dismissedTasks.userId, userId))
      return rows.map(({ task }) => task)
    },

    async setDismissed(userId: string, task: string, at: Date | null): Promise<void> {
      if (at) await db.insert(dismissedTasks).values({ userId, task, at }).onConflictDoNothing()
      else
        await db
          .delete(dismissedTasks)
          .where(and(eq(dismissedTasks.userId, userId), eq(dismissedTasks.task, task)))
    },

    /** The choices of some users. */
    async listChoices(userIds: readonly string[]) {
      if (userIds.length === 0) return []
      return db
        .select()
        .from(notificationChoices)
        .where(inArray(notificationChoices.userId, [...userIds]))
    },

    async setChoice(userId: string, type: string, mail: MailChoice): Promise<void> {
      await db
        .insert(notificationChoices)
        .values({ userId, type, mail })
        .onConflictDoUpdate({ target: [notificationChoices.userId, notificationChoices.type], set: { mail } })
    },
  }
}
export type ChoiceStore = ReturnType<typeof createChoiceStore>
