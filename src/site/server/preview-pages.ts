import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { Preview } from '#features/previews/contract.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import type { PublicPage } from '#site/contract.ts'
import { getPageOfText } from '#site/routes.ts'
import type { PageResponseOptions, PageResponses } from './page-responses.ts'
import { formOf, type VisitReader } from './visit.ts'

/** Published texts of one language by key. */
export type PublishedTexts = Partial<Record<ContentKey, PublishedText>>

interface PreviewPageOptions extends Pick<PageResponseOptions, 'renderer' | 'catalogues' | 'facts'> {
  responses: PageResponses
  visits: VisitReader
}

/** The pages of texts that are not published. */
export function createPreviewPages({ renderer, catalogues, facts, responses, visits }: PreviewPageOptions) {
  const { render, sendOnce } = responses

  return {
    /**
     * Sends the page of a text that is not published, with the published texts of its language. Never cached.
     */
    async sendPreview(
      request: FastifyRequest,
      reply: FastifyReply,
      preview: Preview,
      published: PublishedTexts,
    ): Promise<void> {
      const page = getPageOfText(preview.key)
      const { key, language, expiresAt } = preview
      const visit = {
        ...visits.read(request.raw),
        ...{ language, path: page.path, variant: '', isBare: false },
      }
      const texts = textsOfPreview(preview, published)
      const form = formOf(page, visit)
      await sendOnce(request, reply, () => {
        const content = { page: page.name, data: undefined, texts, form, preview: { key, expiresAt } }
        const answer = render(content, visit, 200, true)
        answer.headers['x-frame-options'] = 'SAMEORIGIN'
        return answer
      })
    },

    /** What the picture shows that a preview's page would be shared with. */
    describePreviewCard(preview: Preview, published: PublishedTexts): ShareCard {
      const { key, language } = preview
      const texts = textsOfPreview(preview, published)
      const t = catalogues.translator(language)
      return renderer.describeCard(getPageOfText(key), { language, facts, texts, t })
    },
  }
}

/** Of the published texts, those that a page shows. */
export function textsOfPage(page: PublicPage, published: PublishedTexts): PublishedTexts {
  return Object.fromEntries(page.reads.flatMap((key) => (published[key] ? [[key, published[key]]] : [])))
}

/** The texts of the page that shows a preview's text: those that are published, and that one in place of its own. */
function textsOfPreview({ key, text }: Preview, published: PublishedTexts): PublishedTexts {
  const page = getPageOfText(key)
  const { [key]: _published, ...others } = textsOfPage(page, published)
  // Without content, only the text that speaks for the page has something to say.
  return text.content === '' && key !== page.reads[0] ? others : { ...others, [key]: text }
}
