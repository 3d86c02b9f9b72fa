import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

/** The largest files that may be uploaded, in megabytes. */
export const sizeLimits = ['10', '25', '50', '100'] as const

/** What becomes of files that can harm readers. */
export const safetyRules = ['refuse', 'warn'] as const

/** What admins change about documents. */
export const documentSettings = {
  sizeLimit: defineSetting('documentSizeLimit', {
    schema: z.enum(sizeLimits, 'invalid'),
    default: '50',
    readableBy: 'viewer',
  }),
  safety: defineSetting('documentSafety', {
    schema: z.enum(safetyRules, 'invalid'),
    default: 'refuse',
    readableBy: 'viewer',
  }),
  cleansMetadata: defineSetting('documentCleansMetadata', {
    schema: z.boolean('invalid'),
    default: true,
    readableBy: 'viewer',
  }),
}
