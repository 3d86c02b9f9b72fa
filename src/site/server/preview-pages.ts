import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedTexts } from '#features/content/contract.ts'
import type { Preview } from '#features/previews/contract.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import type { PublicPage } from '#site/contract.ts'
import { getPageOfText } from '#site/routes.ts'
import type { PageResponseOptions, PageResponses } from './page-responses.ts'
import { formOf, type VisitReader } from './visit.ts'

interface PreviewPageOptions extends Pick<PageResponseOptions, 'renderer' | 'catalogues' | 'facts'> {
  responses: PageResponses
  visits: VisitReader
}

/** Creates the pages of unpublished texts. */
export function createPreviewPages({ renderer, catalogues, facts, responses, visits }: PreviewPageOptions) {
  const { render, sendOnce } = responses

  return {
    /**
     * Sends the page of an unpublished text, with the published texts of its language. Never cached.
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

    /** The content of the share picture of a preview's page. */
    describePreviewCard(preview: Preview, published: PublishedTexts): ShareCard {
      const { key, language } = preview
      const texts = textsOfPreview(preview, published)
      const t = catalogues.translator(language)
      return renderer.describeCard(getPageOfText(key), { language, facts: facts(), texts, t })
    },
  }
}

/** The published texts that a page shows. */
export function textsOfPage(page: PublicPage, published: PublishedTexts): PublishedTexts {
  return Object.fromEntries(page.reads.flatMap((key) => (published[key] ? [[key, published[key]]] : [])))
}

/** The published texts of a preview's page, with the previewed text in place of its published version. */
function textsOfPreview({ key, text }: Preview, published: PublishedTexts): PublishedTexts {
  const page = getPageOfText(key)
  const { [key]: _published, ...others } = textsOfPage(page, published)
  // A text without content has an effect only as the page's first text, which provides the metadata.
  return text.content === '' && key !== page.reads[0] ? others : { ...others, [key]: text }
}
