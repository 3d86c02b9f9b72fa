import { z } from 'zod'
import { LanguageCode } from '#shared/parameters.ts'
import { emailText, text } from '#shared/text.ts'
import { themes } from '#shared/user.ts'

/** An address that a user has asked for and not confirmed yet. After `expires_at` its link no longer works. */
export const PendingEmail = z.object({
  email: z.string(),
  sent_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export type PendingEmail = z.infer<typeof PendingEmail>

/** The token of the link that was sent to a new address. */
export const EmailConfirmation = z.object({ token: text(200) })
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

/** The address that counts from now on. */
export const ConfirmedEmail = z.object({ email: emailText })
export type ConfirmedEmail = z.infer<typeof ConfirmedEmail>

/** Whether a text is the name of a time zone. Browsers list other names than the server, such as Asia/Kolkata for Asia/Calcutta. */
export function isZoneName(name: string): boolean {
  if (!/^[a-z][\w+-]*(\/[\w+-]+){0,2}$/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A change of what the panel looks like to a user; what is not named stays. Null is the choice of the browser. */
export const PreferencesChange = z.object({
  language: LanguageCode.optional(),
  theme: z.enum(themes, 'invalid').optional(),
  time_zone: text(64).refine(isZoneName, 'time_zone_unknown').nullable().optional(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** The largest picture of a user that is taken, in bytes. */
export const ownPictureSizeLimit = 10 * 1024 * 1024
