import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

/** The public pages, by name, that ask search engines to leave them out. */
export const hiddenPages = defineSetting('hiddenPages', {
  schema: z
    .array(z.string('invalid').regex(/^[a-z][a-z-]{0,39}$/, 'invalid'), 'invalid')
    .max(100, 'too_many')
    .transform((names) => [...new Set(names)].toSorted()),
  default: [],
  readableBy: 'viewer',
})
