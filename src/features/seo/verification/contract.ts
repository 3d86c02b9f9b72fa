import { z } from 'zod'

/** The search engines whose code the site shows, in the order of the screen. */
export const verifiedEngines = ['google', 'baidu', 'yandex', 'bing'] as const
export const VerifiedEngine = z.enum(verifiedEngines, 'invalid')
export type VerifiedEngine = z.infer<typeof VerifiedEngine>

/** The name of the `<meta>` element that each engine looks for. */
export const verificationElements: Record<VerifiedEngine, string> = {
  google: 'google-site-verification',
  baidu: 'baidu-site-verification',
  yandex: 'yandex-verification',
  bing: 'msvalidate.01',
}

/** What a look at the public page found: the code, none, another one, or no page. */
export const checkOutcomes = ['found', 'missing', 'other', 'unreachable'] as const

export const VerificationCheck = z.object({
  at: z.iso.datetime(),
  outcome: z.enum(checkOutcomes),
  /** The address that was fetched. */
  url: z.string(),
  /** The status of its answer; null without one. */
  status: z.int().nullable(),
})
export type VerificationCheck = z.infer<typeof VerificationCheck>

/** What the site shows to an engine as the proof of whose it is. */
export const Verification = z.object({
  engine: VerifiedEngine,
  state: z.enum(['pending', 'verified']).meta({ description: 'A stored code counts as verified' }),
  code: z.string(),
  element: z.string(),
  changed_at: z.iso.datetime().nullable(),
  /** The last look at the public page for this code; null when there was none. */
  check: VerificationCheck.nullable(),
})
export type Verification = z.infer<typeof Verification>

/** The code, or the whole `<meta>` element that an engine gives. */
export const NewVerification = z
  .object({ code: z.string('required').max(500, 'too_long') })
  .meta({ examples: [{ code: '<meta name="google-site-verification" content="abc123">' }] })
