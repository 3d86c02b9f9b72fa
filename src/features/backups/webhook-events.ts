import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'
import { backupFailures } from './contract.ts'

const backup_id = z.uuid()
const exampleId = '0192f3a4-5b6c-7d8e-9f01-0000000000ff'

/** A backup is written and proven. */
export const backupCompleted = defineWebhookEvent('backup.completed', {
  schema: z.object({ backup_id, size: z.number().int().nullable() }),
  example: { backup_id: exampleId, size: 48_230_400 },
})

/** A backup was not made, or could not be proven. */
export const backupFailed = defineWebhookEvent('backup.failed', {
  schema: z.object({ backup_id, failure: z.enum(backupFailures) }),
  example: { backup_id: exampleId, failure: 'proof_failed' },
})
