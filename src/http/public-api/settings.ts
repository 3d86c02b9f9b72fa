import { z } from 'zod'
import { findOrigin } from '#shared/origins.ts'
import { defineSetting } from '#shared/setting.ts'

/** The most origins in the list. */
const mostOrigins = 50
const debugTime = 3_600_000

const origin = z
  .string('origin_invalid')
  .max(300, 'too_long')
  .transform((typed, context) => {
    const found = typed.trim() === '*' ? '*' : findOrigin(typed)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message: 'origin_invalid' })
    return z.NEVER
  })

/** Who may call the API, and how often. */
export const apiSettings = {
  /** Whether programs may call the API without signing in. */
  enableApi: defineSetting('enableApi', { schema: z.boolean('invalid'), default: true, isDangerous: true }),
  /** Requests per hour and client; 0 for no limit. */
  apiRateLimit: defineSetting('apiRateLimit', {
    schema: z
      .number('number_invalid')
      .int('number_invalid')
      .min(0, 'number_invalid')
      .max(1_000_000_000, 'number_invalid'),
    default: 1000,
    variable: 'API_RATE_LIMIT',
    isDangerous: true,
  }),
  /** The sites whose pages may call the API from a browser; `*` for all. */
  corsOrigins: defineSetting('corsOrigins', {
    schema: z
      .array(origin, 'required')
      .max(mostOrigins, 'too_many')
      .transform((origins) => [...new Set(origins)]),
    default: [],
    isDangerous: true,
  }),
  /** Whether more is logged and told about each call; ends after an hour. */
  debugMode: defineSetting('debugMode', {
    schema: z.boolean('invalid'),
    default: false,
    isDangerous: true,
    lasts: debugTime,
  }),
}
