import { z } from 'zod'
import { emailText, nameText, text } from '#shared/text.ts'
import { User } from '#shared/user.ts'

/** The sign-in form (form-encoded). */
export const LoginForm = z.object({
  username: text(200, 'username_required').min(1, 'username_required'),
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type LoginForm = z.infer<typeof LoginForm>

/** The response to a successful sign-in. `expires_in` is the number of seconds after which an unused token ends. */
export const LoginResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
})
export type LoginResponse = z.infer<typeof LoginResponse>

/** One signed-in device. */
export const Session = z.object({
  id: z.uuid(),
  current: z.boolean(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** When it ends unless it is used. */
  expires_at: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

/** A new password. `password-rules.ts` checks whether it is too easy to guess. */
export const NewPassword = z.string('password_required').min(8, 'password_short').max(1000, 'too_long')

/** The name or address of the user who wants to choose a new password. */
export const RecoveryRequest = z.object({
  username: text(254, 'username_required').min(1, 'username_required'),
})
export type RecoveryRequest = z.infer<typeof RecoveryRequest>

/** The new password, with the token of the link that was sent. */
export const Recovery = z.object({ token: text(200), password: NewPassword })
export type Recovery = z.infer<typeof Recovery>

/** The profile of the signed-in user, with what only they may see. */
export const Profile = User.extend({ email: z.string().nullable() })
export type Profile = z.infer<typeof Profile>

/** A user's own name and address. A new address needs the password, since it receives links to a new password. */
export const ProfileChange = z.object({
  name: nameText(120, 'name_required').pipe(z.string().min(1, 'name_required')),
  email: emailText.nullable(),
  password: z.string('password_required').max(1000, 'too_long').optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** The user's password, for confirmation. */
export const PasswordConfirmation = z.object({
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

/** A change of the user's own password. */
export const PasswordChange = z.object({
  current: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
  password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>
