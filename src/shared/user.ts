import { z } from 'zod'
import { Role } from './roles.ts'

/** A team member, as the admin sees them. */
export const User = z.object({ id: z.uuid(), username: z.string(), name: z.string(), role: Role })
export type User = z.infer<typeof User>
