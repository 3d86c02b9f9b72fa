import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { pageQuery, queryNumber } from '#shared/paging.ts'
import { LanguageCode } from '#shared/parameters.ts'

/** The parts of the content, in the order in which they are imported: what others show comes first. */
export const transferParts = ['pictures', 'documents', 'texts', 'mails', 'redirects'] as const
export const TransferPartName = z.enum(transferParts, 'invalid')
export type TransferPartName = z.infer<typeof TransferPartName>

export const transferModes = ['drafts', 'published'] as const
export const transferStates = ['new', 'changed', 'conflict', 'same'] as const
export type TransferState = (typeof transferStates)[number]

/** Bytes of an archive that is imported. */
export const transferSizeLimit = 4 * 1024 ** 3
/** Items and files that an archive may hold. */
export const transferItemLimit = 20_000
/** Bytes of its `content.json`. */
export const transferContentLimit = 64 * 1024 ** 2

export const transferFormat = 'firmeza-content'
export const transferVersion = 1

const unique = <Value>(values: readonly Value[]) => new Set(values).size === values.length

/** What to export. */
export const TransferExport = z
  .object({
    parts: z
      .array(TransferPartName, 'required')
      .min(1, 'required')
      .max(transferParts.length, 'too_long')
      .refine(unique, 'twice'),
    languages: z
      .array(LanguageCode, 'required')
      .min(1, 'required')
      .max(languages.length, 'too_long')
      .refine(unique, 'twice'),
  })
  .meta({ examples: [{ parts: ['texts', 'pictures'], languages: ['es', 'ar'] }] })
export type TransferExport = z.infer<typeof TransferExport>

/** How much there is of each part. */
export const TransferContents = z.array(z.object({ part: TransferPartName, items: z.number().int() }))
export type TransferContents = z.infer<typeof TransferContents>

/** Why something is not in an archive, or not taken from it. */
export const leftOutReasons = [
  'not_ready',
  'file_missing',
  'security',
  'unknown_part',
  'unknown_key',
  'unknown_language',
] as const

/** Something that is not carried along, by name. */
export const LeftOut = z.object({
  part: z.string().max(200),
  key: z.string().max(500).nullable(),
  language: z.string().max(20).nullable(),
  reason: z.enum(leftOutReasons),
})
export type LeftOut = z.infer<typeof LeftOut>

/** `ready`: it can be looked at and imported; `waiting` and `running`: it is being imported. */
export const importStates = ['ready', 'waiting', 'running', 'done'] as const

/** An archive that was uploaded. */
export const ContentImport = z.object({
  id: z.uuid(),
  state: z.enum(importStates),
  filename: z.string(),
  created_at: z.iso.datetime(),
  /** Null when the person is gone. */
  created_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Where and when it was exported. */
  exported_at: z.iso.datetime(),
  site: z.object({ name: z.string(), url: z.string() }),
  product_version: z.string(),
  left_out: z.array(LeftOut),
  /** How far the import has come. */
  done: z.number().int(),
  total: z.number().int(),
  ended_at: z.iso.datetime().nullable(),
  /** Why the last attempt imported nothing, in a sentence. */
  failure: z.string().nullable(),
  /** What was imported. */
  result: z.object({ new: z.number().int(), changed: z.number().int() }).nullable(),
})
export type ContentImport = z.infer<typeof ContentImport>

export const TransferModeQuery = z.object({ mode: z.enum(transferModes, 'invalid').default('drafts') })

export const TransferChangesQuery = TransferModeQuery.extend({
  part: TransferPartName.optional(),
  /** `different`: whatever the import would add or change. */
  state: z.enum([...transferStates, 'different'], 'invalid').optional(),
  language: LanguageCode.optional(),
  ...pageQuery,
})
export type TransferChangesQuery = z.infer<typeof TransferChangesQuery>

const Count = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  conflict: z.number().int(),
  same: z.number().int(),
})

/** What an import would change, in numbers. */
export const TransferPreview = z.object({
  /** Identifies what is here now: the import is refused once that has changed. */
  fingerprint: z.string(),
  parts: z.array(Count.extend({ part: TransferPartName })),
  /** The numbers of the items that were changed here after the export. */
  conflicts: z.array(z.number().int()),
})
export type TransferPreview = z.infer<typeof TransferPreview>

/** An item of an archive, and what importing it would do. */
export const TransferEntry = z.object({
  number: z.number().int(),
  part: TransferPartName,
  key: z.string(),
  language: z.enum(languages).nullable(),
  label: z.string(),
  /** `conflict`: it was changed here after the export. */
  state: z.enum(transferStates),
  /** When it was last changed here. */
  changed_at: z.iso.datetime().nullable(),
  /** Items of the archive that come along with it, since it shows them and they are not here. */
  needs: z.array(z.number().int()),
  /** What it shows that is neither here nor in the archive. */
  missing: z.array(z.string()),
})
export type TransferEntry = z.infer<typeof TransferEntry>

const Data = z.record(z.string(), z.unknown())

/** What an item says here, and what it would say. */
export const TransferDifference = TransferEntry.extend({ before: Data.nullable(), after: Data })
export type TransferDifference = z.infer<typeof TransferDifference>

export const byImportItem = z.object({
  id: z.uuid('invalid').toLowerCase(),
  number: queryNumber(0, transferItemLimit, 'invalid'),
})

/** The order to import what was looked at. */
export const TransferOrder = z
  .object({
    mode: z.enum(transferModes, 'invalid'),
    /** `TransferPreview.fingerprint`. */
    fingerprint: z.string('required').regex(/^[0-9a-f]{64}$/, 'invalid'),
    /** Items that are not to be imported, by number. */
    left_out: z
      .array(z.int('invalid').min(0, 'invalid').max(transferItemLimit, 'invalid'))
      .max(transferItemLimit, 'too_long')
      .default([]),
  })
  .meta({ examples: [{ mode: 'drafts', fingerprint: 'a'.repeat(64), left_out: [] }] })
export type TransferOrder = z.infer<typeof TransferOrder>
