import { definePermissions } from '#shared/permissions.ts'

export const analyticsPermissions = definePermissions('analytics', {
  /** Reads the figures of the dashboard. */
  read: 'viewer',
  /** Reads which visits are taken out of them, and by whom. */
  readBotRules: 'viewer',
  /** Takes visits out of the figures that the team says are bots, and puts them back. */
  ruleOutBots: 'editor',
})
