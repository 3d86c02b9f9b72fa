import { z } from 'zod'
import { postFaults } from '#features/social/posts/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { defineWebhookEvent, eventOf, type WebhookEvent } from '#shared/webhooks/event.ts'
import { PlatformId } from './contract.ts'

const post = { post_id: z.uuid(), account_id: z.uuid(), platform: PlatformId }
const example = {
  post_id: '0192f3a4-5b6c-7d8e-9f01-0000000000dd',
  account_id: '0192f3a4-5b6c-7d8e-9f01-0000000000ee',
  platform: 'linkedin',
} as const

/** A post is out: its platform shows it, or a person has noted its address. */
export const postPublished = defineWebhookEvent('post.published', {
  schema: z.object({ ...post, url: z.string().nullable() }),
  example: { ...example, url: 'https://www.linkedin.com/feed/update/urn:li:share:7000000000000000000/' },
})

/** A post was not published, and waits for a person. */
export const postFailed = defineWebhookEvent('post.failed', {
  schema: z.object({ ...post, fault: z.enum(postFaults) }),
  example: { ...example, fault: 'refused' },
})

/** Announces events in the transaction of the change that they tell of. */
export type Announce = (transaction: Database, events: readonly WebhookEvent[]) => Promise<void>

interface EndedPost {
  id: string
  accountId: string
  platform: PlatformId
}

const idsOf = ({ id, accountId, platform }: EndedPost) => ({ post_id: id, account_id: accountId, platform })

/** That a post is out. */
export const publishedEvent = (ended: EndedPost, url: string | null, at: Date): WebhookEvent =>
  eventOf(postPublished, { data: { ...idsOf(ended), url }, at })

/** That a post was not published. */
export const failedEvent = (
  ended: EndedPost,
  fault: z.infer<typeof postFailed.schema>['fault'],
  at: Date,
): WebhookEvent => eventOf(postFailed, { data: { ...idsOf(ended), fault }, at })
