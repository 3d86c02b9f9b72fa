import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { FindDeleted } from '#feature.ts'
import {
  invitations,
  passkeys,
  recoveryCodes,
  totpKeys,
  userPictures,
  users,
} from '#features/accounts/table.ts'
import {
  bringBack,
  existsBefore,
  removeDeleted,
  removeNew,
  rowsOfBefore,
  rowsOfNow,
  takeOver,
} from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'

/** What belongs to users and goes with them. */
const belongings: readonly PgTable[] = [invitations, totpKeys, passkeys, recoveryCodes, userPictures]

const wasTheirs: SQL = sql`EXISTS (SELECT FROM ${rowsOfBefore(users)} WHERE ${users.id} = now.user_id)`

/** The queries with which accounts outlive a restore. */
export function createAccountRestoringStore(transaction: Database) {
  return {
    /** Removes the users of now whom somebody has deleted since. */
    removeDeleted: (findDeleted: FindDeleted) => removeDeleted(transaction, users, findDeleted),

    /** Gives those who were there before their rows of before, and takes their names and addresses from others. */
    async takeOverUsers(): Promise<void> {
      // First all that changes is made free, since names and addresses are unique at every moment.
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(users)} SET username_key = now.id::text, email_key = NULL FROM ${rowsOfBefore(users)}
        WHERE now.id = ${users.id} AND (now.username_key, now.email_key) IS DISTINCT FROM (${users.usernameKey}, ${users.emailKey})`)
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(users)} SET username = now.username || '-' || left(now.id::text, 8),
          username_key = now.username_key || '-' || left(now.id::text, 8)
        FROM ${rowsOfBefore(users)} WHERE now.id <> ${users.id} AND now.username_key = ${users.usernameKey}
          AND NOT ${existsBefore(users)} AND EXISTS (SELECT FROM users AS same WHERE same.id = ${users.id})`)
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(users)} SET email = NULL, email_key = NULL
        FROM ${rowsOfBefore(users)} WHERE now.id <> ${users.id} AND now.email_key = ${users.emailKey}
          AND NOT ${existsBefore(users)} AND EXISTS (SELECT FROM users AS same WHERE same.id = ${users.id})`)
      await takeOver(transaction, users)
    },

    /** Brings back the admins of before if no admin could sign in any more. */
    async keepAnAdmin(): Promise<void> {
      const isActive = sql`role = 'admin' AND password_hash IS NOT NULL AND disabled_at IS NULL`
      await bringBack(transaction, users, {
        where: sql`${isActive} AND NOT EXISTS (SELECT FROM ${rowsOfNow(users)} WHERE now.role = 'admin'
          AND now.password_hash IS NOT NULL AND now.disabled_at IS NULL)`,
      })
    },

    /** Second factors, invitations and pictures of those who were there before are as they were. */
    async takeOverBelongings(): Promise<void> {
      for (const table of belongings) {
        await removeNew(transaction, table, wasTheirs)
        await takeOver(transaction, table)
        await bringBack(transaction, table)
      }
    },
  }
}
