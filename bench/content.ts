import type { ContentDraft } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { RunningServer } from './support/server.ts'

/** Publishes a text of a typical length. */
export async function publishText(server: RunningServer, language: Language): Promise<void> {
  const draft: ContentDraft = {
    key: 'home-hero',
    language,
    content: `<h1>A heading</h1>${'<p>A paragraph of an ordinary length, with <strong>one</strong> word in bold.</p>'.repeat(8)}`,
    version: 1,
    published: true,
    seo_title: 'A title',
    seo_description: 'A description',
    seo_keywords: '',
  }
  const response = await fetch(`${server.url}/api/content`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.signIn()}`, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  })
  if (response.status !== 201) throw new Error(`the text was not saved: ${await response.text()}`)
}
