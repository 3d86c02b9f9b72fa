import { z } from 'zod'
import { defineSetting } from '#shared/setting.ts'

/** What admins change about the dashboard. */
export const dashboardSettings = {
  /** How many days a lead has for the next step of the funnel before they count as lost. */
  funnelStepDays: defineSetting('funnelStepDays', {
    schema: z.number('invalid').int('invalid').min(1, 'step_days_invalid').max(365, 'step_days_invalid'),
    default: 14,
    readableBy: 'viewer',
  }),
}
