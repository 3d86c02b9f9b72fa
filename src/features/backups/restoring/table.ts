import { boolean, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { restoreFailures, restoreStates, restoreSteps } from './contract.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Restores: about this installation, so that none of them replaces these rows, which refer to no row that it replaces. */
export const restores = pgTable('restores', {
  id: uuid().primaryKey().defaultRandom(),
  state: text({ enum: restoreStates }).notNull().default('running'),
  step: text({ enum: restoreSteps }).notNull().default('checking'),
  /** How much of its step is done, from 0 to 1. */
  share: real().notNull().default(0),
  /** The backup that it restores; null when the file was named in a command. */
  backupId: uuid('backup_id'),
  /** The backup of the state before, made for it. */
  undoId: uuid('undo_id'),
  /** The user who asked for it; null for a command. */
  userId: uuid('user_id'),
  sendsAgain: boolean('sends_again').notNull(),
  /** When the snapshot was taken that it restores. */
  takenAt: moment('taken_at'),
  startedAt: moment('started_at').notNull(),
  finishedAt: moment('finished_at'),
  failure: text({ enum: restoreFailures }),
  /** What went wrong, for the operator. */
  failureDetail: text('failure_detail'),
})
