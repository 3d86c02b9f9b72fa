import { z } from 'zod'

export const restoreStates = ['running', 'done', 'failed'] as const

/** The steps of a restore, in their order. Only while `closing` and `replacing` is the site closed. */
export const restoreSteps = ['checking', 'backing_up', 'preparing', 'files', 'closing', 'replacing'] as const
export type RestoreStep = (typeof restoreSteps)[number]

/** Why a restore has changed nothing. */
export const restoreFailures = [
  'damaged',
  'foreign',
  'newer',
  'locked',
  'other_secret',
  'disk_full',
  'backup_failed',
  'interrupted',
  'failed',
] as const
export type RestoreFailure = (typeof restoreFailures)[number]

/** The running restore, for anyone: whoever waits for it is signed out by it. */
export const RestoreProgress = z.object({
  id: z.uuid(),
  state: z.enum(restoreStates),
  step: z.enum(restoreSteps),
  /** How much of its step is done, from 0 to 1. */
  share: z.number().min(0).max(1),
})
export type RestoreProgress = z.infer<typeof RestoreProgress>

/** A restore as its list shows it. */
export const Restore = RestoreProgress.extend({
  backup_id: z.uuid().nullable(),
  /** The backup of the state before it, which undoes it. */
  undo_id: z.uuid().nullable(),
  sends_again: z.boolean(),
  taken_at: z.iso.datetime().nullable(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  failure: z.enum(restoreFailures).nullable(),
  failure_detail: z.string().nullable(),
})
export type Restore = z.infer<typeof Restore>

export const RestoreRequest = z.object({
  /** The name of the site, typed by whoever asks. */
  site_name: z.string().max(200),
  /** Whether mails and posts that were due are to be sent, even if they may have been sent since. */
  send_again: z.boolean().default(false),
  /** The age identity that opens an encrypted backup. It is stored nowhere. */
  identity: z.string().trim().max(2_000).optional(),
})
export type RestoreRequest = z.infer<typeof RestoreRequest>
