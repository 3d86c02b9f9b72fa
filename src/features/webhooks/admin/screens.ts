import type { AdminScreen } from '#admin/kit/screen.ts'
import { webhookPermissions } from '#features/webhooks/permissions.ts'

export const screens: readonly AdminScreen[] = [
  {
    path: 'webhooks',
    menu: { label: 'screens.webhooks', group: 'system', order: 41, permission: webhookPermissions.read },
    load: async () => (await import('./webhooks-screen.tsx')).WebhooksScreen,
  },
  {
    path: 'webhooks/new',
    found: { label: 'screens.newWebhook', permission: webhookPermissions.change },
    load: async () => (await import('./new-webhook-screen.tsx')).NewWebhookScreen,
  },
  {
    path: 'webhooks/:id',
    load: async () => (await import('./webhook-screen.tsx')).WebhookScreen,
  },
  {
    path: 'webhooks/:id/edit',
    load: async () => (await import('./edit-webhook-screen.tsx')).EditWebhookScreen,
  },
  {
    path: 'webhooks/:id/deliveries/:delivery',
    load: async () => (await import('./delivery-screen.tsx')).DeliveryScreen,
  },
]
