import { fitHeadings } from './headings.ts'
import { completePictures } from './pictures.ts'

/** A text that the team has published, already sanitised by the server, set in the page's own type. */
export function PublishedText({ html, level }: { html: string; level: 2 | 3 }) {
  return <ProseBlock html={fitHeadings(html, level)} />
}

/** The same for HTML whose headings already fit. */
export function ProseBlock({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets only its allow-list of elements through
  return <div className="prose" dangerouslySetInnerHTML={{ __html: completePictures(html) }} />
}
