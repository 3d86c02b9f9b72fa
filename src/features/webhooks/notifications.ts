import { z } from 'zod'
import type { NotificationSource, NotificationType, Told } from '#shared/notifications/type.ts'
import { stopReasons } from './contract.ts'
import { webhookPermissions } from './permissions.ts'

const WebhookData = z.object({ webhook_id: z.uuid(), host: z.string() })
type WebhookData = z.infer<typeof WebhookData>
const StopData = WebhookData.extend({ reason: z.enum(stopReasons) })
type StopData = z.infer<typeof StopData>

/** After so many failed attempts in a row the team is told. */
export const tellAfterFailures = 5

/** A receiver accepts nothing. */
export const webhookFailing: NotificationType<WebhookData> = {
  name: 'webhooks.failing',
  permission: webhookPermissions.read,
  schema: WebhookData,
  mail: 'at_once',
  isAlarming: true,
}

/** A webhook was turned off by itself. */
export const webhookStopped: NotificationType<StopData> = {
  ...webhookFailing,
  name: 'webhooks.stopped',
  schema: StopData,
}

const describe = (told: readonly Told<WebhookData>[]) =>
  told.map(({ data }) => ({
    variables: { host: data?.host ?? '' },
    path: data ? `/admin/webhooks/${data.webhook_id}` : '/admin/webhooks',
  }))

/** What admins are told about webhooks. */
export const webhookNotifications: readonly NotificationSource[] = [
  { type: webhookFailing, describe } satisfies NotificationSource<WebhookData>,
  { type: webhookStopped, describe } satisfies NotificationSource<StopData>,
]
