import type { ReactNode } from 'react'
import { BadgePage } from '#features/badges/site/badge-page.tsx'
import { About } from '#site/about/about.tsx'
import { Footer } from '#site/chrome/footer.tsx'
import { Header } from '#site/chrome/header.tsx'
import { Docs } from '#site/docs/docs.tsx'
import { ErrorPage } from '#site/error/error-page.tsx'
import { Landing } from '#site/landing/landing.tsx'
import { Privacy } from '#site/legal/privacy.tsx'
import { Terms } from '#site/legal/terms.tsx'
import { PreviewBar } from '#site/preview/preview-bar.tsx'
import { Register } from '#site/register/register.tsx'
import { RightsPage } from '#site/rights/rights-page.tsx'
import { UnsubscribePage } from '#site/rights/unsubscribe-page.tsx'
import { Identity } from '#site/use-cases/identity.tsx'
import { Industrial } from '#site/use-cases/industrial.tsx'
import { Transparency } from '#site/use-cases/transparency.tsx'
import { EngravingDefinitions } from '#ui/engraving.tsx'
import type { PageInput, PageName } from './contract.ts'
import { Head } from './head.tsx'
import { documentAttributes } from './metadata.ts'

interface DocumentProps {
  input: PageInput
  style: string
}

const bodies: Record<PageName, (input: PageInput) => ReactNode> = {
  landing: Landing,
  about: About,
  register: Register,
  identity: Identity,
  transparency: Transparency,
  industrial: Industrial,
  docs: Docs,
  privacy: Privacy,
  terms: Terms,
  rights: RightsPage,
  unsubscribe: UnsubscribePage,
  badge: BadgePage,
  error: ErrorPage,
}

/** A whole page as a document. */
export function Document({ input, style }: DocumentProps) {
  const Body = bodies[input.page]
  return (
    <html {...documentAttributes(input)}>
      <Head input={input} style={style} />
      <body>
        <EngravingDefinitions name={input.facts.name} />
        {input.preview && <PreviewBar input={input} preview={input.preview} />}
        <Header {...input} />
        <main id="content">
          <Body {...input} />
        </main>
        <Footer {...input} />
      </body>
    </html>
  )
}
