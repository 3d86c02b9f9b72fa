import { z } from 'zod'

/** What a user may do: an admin everything, an editor content and leads, a viewer only read. */
export const roles = ['admin', 'editor', 'viewer'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

const rank: Record<Role, number> = { viewer: 1, editor: 2, admin: 3 }

/** Whether a role includes all that `least` may do. */
export function hasRole(role: Role, least: Role): boolean {
  return rank[role] >= rank[least]
}
