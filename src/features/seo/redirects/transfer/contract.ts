import { z } from 'zod'
import { redirectKinds } from '#features/seo/redirects/model.ts'

/** The columns of a file of redirects. */
export const fileColumns = ['from', 'to', 'kind', 'note'] as const
export type FileColumn = (typeof fileColumns)[number]

/** Bytes of a file that is imported. */
export const importSizeLimit = 4 * 1024 * 1024

/** `changed`: there is a redirect from this address, which becomes this one; `unchanged`: it is this one already. */
export const lineOutcomes = ['added', 'changed', 'unchanged', 'refused'] as const

/** A line of a file, and what becomes of it. */
export const ImportedRedirect = z.object({
  /** Its number in the file. */
  line: z.number().int(),
  outcome: z.enum(lineOutcomes),
  from: z.string(),
  to: z.string().nullable(),
  kind: z.literal([...redirectKinds]).nullable(),
  note: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
})
export type ImportedRedirect = z.infer<typeof ImportedRedirect>

export const RedirectImport = z.object({
  /** Whether nothing was stored. */
  dry_run: z.boolean(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  lines: z.array(ImportedRedirect),
})
export type RedirectImport = z.infer<typeof RedirectImport>
