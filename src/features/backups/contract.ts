import { z } from 'zod'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { backupPermissions } from './permissions.ts'

/** `done`: it is written and proven. */
export const backupStates = ['waiting', 'writing', 'proving', 'done', 'failed'] as const
export type BackupState = (typeof backupStates)[number]

/** Why a backup was made. */
export const backupReasons = ['schedule', 'by_hand', 'before_restore', 'uploaded'] as const
export type BackupReason = (typeof backupReasons)[number]

export const backupDestinations = ['folder', 'store'] as const
export type BackupDestination = (typeof backupDestinations)[number]

/** Why there is no proven backup. */
export const backupFailures = [
  'disk_full',
  'destination_failed',
  'write_failed',
  'altered',
  'proof_failed',
  'interrupted',
  'canceled',
] as const
export type BackupFailure = (typeof backupFailures)[number]

/** `deleted`: it was there, and was deleted since. */
export const copyStates = ['waiting', 'written', 'failed', 'deleted'] as const

/** A copy of a backup at one of its destinations. */
export const BackupCopy = z.object({
  destination: z.enum(backupDestinations),
  state: z.enum(copyStates),
  /** What went wrong there, for the operator. */
  detail: z.string().nullable(),
})
export type BackupCopy = z.infer<typeof BackupCopy>

/** What is in a backup. */
export const BackupContents = z.object({
  /** Of its snapshot. */
  taken_at: z.iso.datetime(),
  product_version: z.string(),
  /** Absent of archives that were made before this was stored. */
  site: z.object({ name: z.string(), url: z.string() }).optional(),
  rows: z.number().int(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  files: z.number().int(),
  file_bytes: z.number().int(),
  /** Files that rows name and the file store did not have. */
  missing_files: z.number().int(),
  holds_secret: z.boolean(),
})
export type BackupContents = z.infer<typeof BackupContents>

/** A backup as lists show it. */
export const Backup = z.object({
  id: z.uuid(),
  state: z.enum(backupStates),
  reason: z.enum(backupReasons),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** Of its present step, from 0 to 1. */
  progress: z.number().min(0).max(1),
  size: z.number().int().nullable(),
  seconds: z.number().nullable(),
  is_encrypted: z.boolean(),
  proven_at: z.iso.datetime().nullable(),
  copies: z.array(BackupCopy),
  failure: z.enum(backupFailures).nullable(),
  failure_detail: z.string().nullable(),
  /** Whether it may be deleted: never the last one that is proven, nor one in use. */
  is_deletable: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

/** All that is known of a backup. */
export const BackupDetails = Backup.extend({
  sha256: z.string().nullable(),
  contents: BackupContents.nullable(),
})
export type BackupDetails = z.infer<typeof BackupDetails>

export const dayStates = ['proven', 'failed', 'none'] as const

/** Whether the installation can be restored, and what comes next. */
export const BackupSummary = z.object({
  /** The last one that is proven and still there. */
  last_proven: z
    .object({ id: z.uuid(), created_at: z.iso.datetime(), proven_at: z.iso.datetime() })
    .nullable(),
  /** The last one that was made, if it failed. */
  last_failed: Backup.nullable(),
  running: Backup.nullable(),
  /** Whether the last proven one is older than the schedule allows. */
  is_overdue: z.boolean(),
  /** By the schedule; null where it is off. */
  next_at: z.iso.datetime().nullable(),
  retention_days: z.number().int(),
  /** The last 30 days in the time zone of the site, the earliest first. */
  days: z.array(z.object({ day: z.iso.date(), state: z.enum(dayStates) })),
})
export type BackupSummary = z.infer<typeof BackupSummary>

/** Where a browser downloads a backup, for a minute. */
export const BackupLink = z.object({ url: z.string() })

export const BackupQuery = z.object(pageQuery)

/** Signalled when backups have changed. */
export const backupsChanged: LiveTopic = { name: 'backups', permission: backupPermissions.read }
