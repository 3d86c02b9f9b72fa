import type { AuditedTables } from '#admin/kit/audited-tables.ts'

export const auditedTables: AuditedTables = {
  users: { label: 'audit.subjects.user', path: ({ row }) => `/admin/users/${row}` },
  invitations: { label: 'audit.subjects.invitation', path: ({ row }) => `/admin/users/${row}` },
  sessions: { label: 'audit.subjects.session' },
  totp_keys: { label: 'audit.subjects.authenticator' },
  passkeys: { label: 'audit.subjects.passkey' },
  recovery_codes: { label: 'audit.subjects.recoveryCode' },
}
