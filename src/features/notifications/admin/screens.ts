import type { AdminScreen } from '#admin/kit/screen.ts'
import { notificationPermissions } from '#features/notifications/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'notifications',
    found: { label: 'screens.notifications', permission: notificationPermissions.read },
    load: async () => (await import('./notifications-screen.tsx')).NotificationsScreen,
  },
  {
    path: 'notifications/choices',
    found: { label: 'screens.notificationChoices', permission: notificationPermissions.read },
    load: async () => (await import('./choices-screen.tsx')).NotificationChoicesScreen,
  },
]
