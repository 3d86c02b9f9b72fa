import { z } from 'zod'
import { languages } from './languages.ts'
import { Role } from './roles.ts'

/** The colours of the panel: `auto` are those of the system. */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The widths of a user's picture, in pixels. */
export const pictureSizes = [96, 256] as const

/** A team member, as the admin sees them. */
export const User = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  role: Role,
  /** The only languages that an editor may edit; null for all. */
  languages: z.array(z.enum(languages)).nullable(),
  /** The digest of their picture, if they have one: see `pictureAddress`. */
  picture: z.string().optional(),
})
export type User = z.infer<typeof User>

/** The address of a user's picture. */
export function pictureAddress(digest: string, size: (typeof pictureSizes)[number]): string {
  return `/media/team/${digest}-${size}.webp`
}

/** The signed-in user, with how the panel looks to them. Null is what the browser says. */
export const SignedInUser = User.extend({
  language: z.enum(languages).nullable(),
  theme: z.enum(themes).nullable(),
  /** The IANA name of a time zone. */
  time_zone: z.string().nullable(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/** A team member, as colleagues see them. */
export const TeamMember = User.omit({ username: true })
export type TeamMember = z.infer<typeof TeamMember>

/** Tells the names of users by id; ids of nobody are left out. */
export type FindNames = (ids: readonly string[]) => Promise<Map<string, string>>

/** Those of some users who can sign in, by id. */
export type FindActiveUsers = (ids: readonly string[]) => Promise<Map<string, SignedInUser>>
