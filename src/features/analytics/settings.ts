import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

/** What admins change about the counting of visits. */
export const analyticsSettings = {
  /** How many days single views are kept; the counts of each day are kept for five years. */
  viewRetentionDays: defineSetting('viewRetentionDays', {
    schema: z
      .number('invalid')
      .int('invalid')
      .min(31, 'retention_days_invalid')
      .max(1826, 'retention_days_invalid'),
    default: 400,
    readableBy: 'editor',
  }),
}
