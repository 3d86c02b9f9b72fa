import { viewPaths } from '#features/analytics/model.ts'
import { Footer } from '#site/chrome/footer.tsx'
import { Header } from '#site/chrome/header.tsx'
import { PreviewBar } from '#site/preview/preview-bar.tsx'
import { EngravingDefinitions } from '#ui/engraving.tsx'
import type { PageInput } from './contract.ts'
import { Head } from './head.tsx'
import { documentAttributes } from './metadata.ts'
import { findPublicPage } from './routes.ts'
import type { PageView } from './view.ts'

interface DocumentProps {
  input: PageInput
  view: PageView
  style: string
}

/** A whole page as a document. */
export function Document({ input, view, style }: DocumentProps) {
  const own = view.describe(input)
  // Only views of pages that search engines list are counted, and none of a preview.
  const path = own?.listing ? input.path : findPublicPage(input.page, input)?.path
  const counted = input.preview ? undefined : path
  return (
    <html
      {...documentAttributes(input)}
      data-page={counted}
      data-timings={counted && input.assets.timings}
      data-events={counted && input.facts.recordsEvents ? input.assets.events : undefined}
    >
      <Head input={input} own={own} style={style} />
      <body>
        <EngravingDefinitions name={input.facts.name} />
        {input.preview && <PreviewBar input={input} preview={input.preview} />}
        <Header {...input} />
        <main id="content">{view.draw(input)}</main>
        <Footer {...input} />
        {counted !== undefined && (
          <noscript>
            <img
              src={`${viewPaths.picture}?${new URLSearchParams({ page: counted, language: input.language })}`}
              alt=""
              width="1"
              height="1"
            />
          </noscript>
        )}
      </body>
    </html>
  )
}
