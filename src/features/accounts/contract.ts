import { z } from 'zod'
import { emailText, nameText, text } from '#shared/text.ts'
import { User } from '#shared/user.ts'

/** The sign-in form (form-encoded). */
export const LoginForm = z.object({
  username: text(200, 'username_required').min(1, 'username_required'),
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type LoginForm = z.infer<typeof LoginForm>

/** The answer to a successful sign-in. `expires_in` are the seconds after which the token ends unless it is used. */
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

/** A password to be set. Whether it is too easy to guess, `password-rules.ts` tells. */
export const NewPassword = z.string('password_required').min(8, 'password_short').max(1000, 'too_long')

/** Who wants to choose a new password: by name or by address. */
export const RecoveryRequest = z.object({
  username: text(254, 'username_required').min(1, 'username_required'),
})
export type RecoveryRequest = z.infer<typeof RecoveryRequest>

/** The new password, with the token of the link that was sent. */
export const Recovery = z.object({ token: text(200), password: NewPassword })
export type Recovery = z.infer<typeof Recovery>

/** Whoever is signed in, with what only they and their own screen need. */
export const Profile = User.extend({ email: z.string().nullable() })
export type Profile = z.infer<typeof Profile>

/** One's own name and address. Another address asks for the password, since passwords can be set anew through it. */
export const ProfileChange = z.object({
  name: nameText(120, 'name_required').pipe(z.string().min(1, 'name_required')),
  email: emailText.nullable(),
  password: z.string('password_required').max(1000, 'too_long').optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** One's own password, given once more. */
export const PasswordConfirmation = z.object({
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

/** Another password of one's own. */
export const PasswordChange = z.object({
  current: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
  password: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>
