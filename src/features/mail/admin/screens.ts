import type { AdminScreen } from '#admin/kit/screen.ts'
import { mailPermissions } from '#features/mail/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'email/templates',
    menu: {
      label: 'screens.emailTemplates',
      group: 'mail',
      order: 50,
      permission: mailPermissions.readTemplates,
    },
    load: async () => (await import('#features/mail/admin/templates/templates-screen.tsx')).TemplatesScreen,
  },
  {
    path: 'email/templates/:kind',
    load: async () => (await import('#features/mail/admin/templates/template-screen.tsx')).TemplateScreen,
  },
  {
    path: 'email-metrics',
    menu: {
      label: 'screens.emailMetrics',
      group: 'mail',
      order: 60,
      permission: mailPermissions.readMetrics,
    },
    load: async () => (await import('#features/mail/admin/metrics/metrics-screen.tsx')).MetricsScreen,
  },
  {
    path: 'email-metrics/messages',
    found: { label: 'screens.messages', permission: mailPermissions.readMessages },
    load: async () => (await import('#features/mail/admin/messages/messages-screen.tsx')).MessagesScreen,
  },
  {
    path: 'email-metrics/messages/:id',
    load: async () => (await import('#features/mail/admin/messages/message-screen.tsx')).MessageScreen,
  },
  {
    path: 'email-metrics/suppressions',
    found: { label: 'screens.suppressions', permission: mailPermissions.readSuppressions },
    load: async () =>
      (await import('#features/mail/admin/messages/suppressions-screen.tsx')).SuppressionsScreen,
  },
]
