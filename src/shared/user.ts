import { z } from 'zod'
import { languages } from './languages.ts'
import { Role } from './roles.ts'

/** A team member, as the admin sees them. */
export const User = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string(),
  role: Role,
  /** The only languages that an editor may edit; null for all. */
  languages: z.array(z.enum(languages)).nullable(),
})
export type User = z.infer<typeof User>

/** A team member, as colleagues see them. */
export const TeamMember = User.omit({ username: true })
export type TeamMember = z.infer<typeof TeamMember>

/** Tells the names of users by id; ids of nobody are left out. */
export type FindNames = (ids: readonly string[]) => Promise<Map<string, string>>
