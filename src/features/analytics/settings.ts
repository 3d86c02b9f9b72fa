import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

const reportKind = (key: string, variable: string) =>
  defineSetting(key, {
    ...{ schema: z.boolean('invalid'), default: false, variable, readableBy: 'everyone' as const },
  })

/** Which reports of programs are taken, and for events, whether the pages record any. */
export const reportSettings = {
  pageviews: reportKind('analyticsPageviews', 'ANALYTICS_PAGEVIEWS'),
  events: reportKind('analyticsEvents', 'ANALYTICS_EVENTS'),
  conversions: reportKind('analyticsConversions', 'ANALYTICS_CONVERSIONS'),
}

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
