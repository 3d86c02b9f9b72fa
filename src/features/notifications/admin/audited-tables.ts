import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  notification_choices: {
    label: 'audit.subjects.notificationChoice',
    path: () => '/admin/notifications/choices',
  },
}
