import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedTexts } from '#features/content/contract.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import type { Preview } from './contract.ts'

/** What previews need of the public site. */
export interface PreviewPages {
  /** Answers with the page that shows a preview's text beside the published ones. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    preview: Preview,
    published: PublishedTexts,
  ): Promise<void>
  /** The share card of the preview's page. */
  describeCard(preview: Preview, published: PublishedTexts): ShareCard
  drawCard(card: ShareCard): Promise<Buffer>
}
