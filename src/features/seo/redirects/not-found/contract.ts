import { z } from 'zod'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'

/** An address at which visitors found nothing in the last 30 days. */
export const MissingAddress = z.object({
  path: z.string().meta({ examples: ['/es/precios'] }),
  /** How often, in these days. */
  hits: z.number().int(),
  /** When last. */
  last_day: z.iso.date(),
  /** The page that is most like it, without a language. */
  suggestion: z.string().nullable(),
  is_ignored: z.boolean(),
})
export type MissingAddress = z.infer<typeof MissingAddress>

export const MissingQuery = z.object({
  ...pageQuery,
  /** Whether to list those that are ignored instead. */
  ignored: z.enum(['true', 'false'], 'invalid').default('false'),
})
export type MissingQuery = z.infer<typeof MissingQuery>

export const IgnoredAddress = z
  .object({ path: text(500).pipe(z.string().min(1, 'required')) })
  .meta({ examples: [{ path: '/es/precios' }] })
