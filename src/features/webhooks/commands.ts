import { webhookSecrets } from './store.ts'

/** What webhooks store encrypted. */
export const encryptedWebhookRows = [webhookSecrets]
