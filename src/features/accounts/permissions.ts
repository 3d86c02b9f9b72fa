import { definePermissions } from '#shared/permissions.ts'

export const accountPermissions = definePermissions(
  'accounts',
  {
    /** One's own profile, password and sessions. */
    useOwn: 'viewer',
    /** One's own authenticator app, passkeys and recovery codes. */
    changeSecondFactor: { least: 'viewer', recentPassword: true },
    /** Who is in the team. */
    seeTeam: 'viewer',
    /** What each role may do. */
    seePermissions: 'viewer',
    /** The users with their addresses and when they were last here. */
    readUsers: 'admin',
    invite: { least: 'admin', recentPassword: true },
    /** Roles and languages, disabling, enabling, signing out. */
    changeUsers: { least: 'admin', recentPassword: true },
    deleteUsers: { least: 'admin', recentPassword: true },
    /** Taking away that of others, who have lost it. */
    resetSecondFactor: { least: 'admin', recentPassword: true },
  },
  { allowsKeys: false },
)
