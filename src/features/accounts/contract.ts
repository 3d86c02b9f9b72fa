import { z } from 'zod'
import { text } from '#shared/text.ts'

/** What a user may do: an admin everything, an editor content, a viewer only look. */
export const roles = ['admin', 'editor', 'viewer'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A team member, as the admin sees them. */
export const User = z.object({ id: z.uuid(), username: z.string(), name: z.string(), role: Role })
export type User = z.infer<typeof User>

/** The sign-in form (seed A §7: form-encoded). */
export const LoginForm = z.object({
  username: text(200, 'username_required').min(1, 'username_required'),
  password: z.string('password_required').min(1, 'password_required').max(1000, 'too_long'),
})
export type LoginForm = z.infer<typeof LoginForm>

/** The answer to a successful sign-in. `expires_in` is in seconds. */
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
  expires_at: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>
