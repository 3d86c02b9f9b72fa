import { z } from 'zod'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { text } from '#shared/text.ts'
import { calendarMoment } from '#shared/time/moments.ts'

/** The outcome of a recorded action: `started` is one that has not ended, or was interrupted. */
export const actionOutcomes = ['started', 'done', 'failed'] as const

/** An action that asks for the password, such as an export. The subject holds ids and counts, no personal data. */
export const RecordedAction = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Who did it; null once the user is deleted. */
  user: z.object({ id: z.uuid(), name: z.string(), username: z.string() }).nullable(),
  /** The permission it needed, such as `leads.erase`. */
  action: z.string(),
  subject: z.record(z.string(), z.union([z.string(), z.number()])),
  outcome: z.enum(actionOutcomes),
})
export type RecordedAction = z.infer<typeof RecordedAction>

export const RecordedActionQuery = z.object(pageQuery)
export type RecordedActionQuery = z.infer<typeof RecordedActionQuery>

/**
 * Who made a change: a user of the panel, a program with an API key, a visitor of the site, the product by itself, an operator
 * with a command, or somebody with access to the database who used none of these.
 */
export const authorKinds = ['user', 'key', 'visitor', 'product', 'operator', 'database'] as const
export const changeOperations = ['insert', 'update', 'delete'] as const

/** Values by the name of their column. */
export const Fields = z.record(z.string(), z.unknown())
export type Fields = z.infer<typeof Fields>

const Named = z.object({ id: z.uuid(), name: z.string() })
/** A hash of the chain: 64 hexadecimal digits. */
const Hash = z.string()

/** One change of one row, as the audit log holds it. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  author: z.object({
    kind: z.enum(authorKinds),
    /** Who it was; null for whoever is not of the team. The name is null once the user is deleted. */
    user: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
    key_id: z.uuid().nullable(),
    session: z.object({ id: z.uuid(), user_agent: z.string().nullable() }).nullable(),
  }),
  /** What the author did, such as the permission `leads.edit`. */
  action: z.string().nullable(),
  /** Changes with the same id were made by one request. */
  request: z.string().nullable(),
  subject: z.string(),
  row: z.string(),
  operation: z.enum(changeOperations),
  /** The lead or user that it is about. */
  person: z.uuid().nullable(),
  /** The values before and after; of an update, those that changed. Personal ones are missing once they were erased. */
  before: Fields,
  after: Fields,
  /** Secret fields that changed; their values are not recorded. */
  secret_fields: z.array(z.string()),
  /** Whether personal values were erased. */
  is_erased: z.boolean(),
  /** The names of users whose ids are among the values. */
  names: z.array(Named),
  /** The place in the chain and the hash; null until it is chained, within two seconds. */
  position: z.int().nullable(),
  hash: Hash.nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filter = {
  /** The beginnings of words among the values, or the id of a row or a person; case does not count. */
  search: text(200).default(''),
  author: z.enum(authorKinds).optional(),
  user: z.uuid().optional(),
  /** A table, such as `early_adopters`. */
  subject: z
    .string()
    .regex(/^[a-z_]{1,63}$/, 'invalid')
    .optional(),
  /** The key of a row; several columns are joined by spaces. */
  row: z
    .string()
    .max(200, 'too_long')
    .regex(/^[\w-]+( [\w-]+)*$/, 'invalid')
    .optional(),
  /** All that is about a lead or a user. */
  person: z.uuid().optional(),
  operation: z.enum(changeOperations).optional(),
  from: calendarMoment('invalid').optional(),
  to: calendarMoment('invalid').optional(),
}
export const AuditFilter = z.object(filter)
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditQuery = z.object({ ...filter, ...pageQuery })
export type AuditQuery = z.infer<typeof AuditQuery>

export const auditExportFormats = ['csv', 'json'] as const
export const AuditExportRequest = z.object({ ...filter, format: z.enum(auditExportFormats) })
export type AuditExportRequest = z.infer<typeof AuditExportRequest>

/** The end of the chain, and what the last check found. */
export const AuditHead = z.object({
  position: z.int(),
  hash: Hash,
  /** Entries that wait to be chained. */
  unchained: z.int(),
  checked_at: z.iso.datetime().nullable(),
  checked_to: z.int().nullable(),
  /** The first position that is missing or does not agree with its hash. */
  broken_at: z.int().nullable(),
})
export type AuditHead = z.infer<typeof AuditHead>

export const AuditCheckQuery = z.object({
  /** Entries after this position are checked. */
  after: queryNumber(0, Number.MAX_SAFE_INTEGER).default(0),
})

/** What the check of a part of the chain found. */
export const AuditCheck = z.object({
  /** The last position that was checked. */
  checked_to: z.int(),
  is_end: z.boolean(),
  broken_at: z.int().nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>
