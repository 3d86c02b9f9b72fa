import type { Core } from '#core.ts'
import type { Feature, FindDeleted, PersonalDataSource } from '#feature.ts'
import type { BatchOptions } from '#features/webhooks/delivery/batches.ts'
import { createPosting } from '#features/webhooks/delivery/posting.ts'
import { createWebhookSender } from '#features/webhooks/delivery/sender.ts'
import { createDeliveryLog } from '#features/webhooks/log/delivery-log.ts'
import { deliveryRoutes, sendingRoutes } from '#features/webhooks/log/delivery-routes.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { webhooksChanged } from './contract.ts'
import { forgetEventsJob } from './jobs.ts'
import { createMessageStore } from './message-store.ts'
import { measureWebhooks } from './metrics.ts'
import { webhookNotifications } from './notifications.ts'
import { webhookPermissions } from './permissions.ts'
import { createWebhookBackup } from './restoring-store.ts'
import { webhookChangeRoutes, webhookRoutes } from './routes.ts'
import { createWebhooks, type WebhookOptions } from './service.ts'

type WebhookNeeds = Pick<WebhookOptions, 'listEvents' | 'findNames'> &
  Pick<BatchOptions, 'notify'> & { findDeleted: FindDeleted }

/** Where events are sent to, for programs of others. */
export function createWebhookFeature(core: Core, needs: WebhookNeeds) {
  const { db, reserve, clock, log, encryption, registry, config } = core
  const trustedHosts = new Set(config.webhooks.privateHosts)
  const webhooks = createWebhooks({ ...{ db, clock, encryption, trustedHosts }, ...needs })
  const deliveryLog = createDeliveryLog({ db, clock })
  const client = createOutgoingClient({ trustedHosts })
  const post = createPosting({ client, clock, userAgent: `Firmeza/${packageJson.version}` })
  const sender = createWebhookSender({ db, clock, log, encryption, post, notify: needs.notify })
  measureWebhooks(registry, reserve.db)
  return {
    permissions: webhookPermissions,
    liveTopics: [webhooksChanged],
    notifications: webhookNotifications,
    apiParts: [
      {
        name: 'Webhooks',
        description:
          'Where events are sent to, as requests signed by [Standard Webhooks](https://www.standardwebhooks.com), and what was sent. An event tells ids; the rest is read with an API key.',
        group: 'team',
      },
    ],
    routes: [
      webhookRoutes({ webhooks }),
      webhookChangeRoutes({ webhooks }),
      deliveryRoutes({ deliveryLog }),
      sendingRoutes({ deliveryLog }),
    ],
    pollers: [sender.poller],
    jobs: [forgetEventsJob({ db, clock })],
    personalData: createPersonalData(core),
    backup: createWebhookBackup(needs.findDeleted),
    drain: sender.drain,
    async close() {
      await sender.stop()
      client.close()
    },
  } satisfies Feature & Record<string, unknown>
}

/** What other programs were told about a lead, and which. */
function createPersonalData({ db, catalogues, translator }: Core): PersonalDataSource {
  return {
    async describe({ id }, language) {
      const told = await createMessageStore(db).listAbout(id)
      const nameOf = (type: string) => {
        const key = `webhooks:webhooks.events.${type}`
        return catalogues.has(key) ? translator(language)(key) : type
      }
      const webhooks = told.map(({ type, at, url }) => ({
        ...{ event: nameOf(type), at: at.toISOString(), sent_to: new URL(url).host },
      }))
      return webhooks.length > 0 ? { webhooks } : {}
    },
    erase: (transaction, { id }) => createMessageStore(transaction).eraseAbout(id),
  }
}
