import type { ReactNode } from 'react'
import { BadgePage } from '#features/badges/site/badge-page.tsx'
import { EngravingDefinitions } from '#ui/engraving.tsx'
import { About } from './about/about.tsx'
import { Footer } from './chrome/footer.tsx'
import { Header } from './chrome/header.tsx'
import type { PageInput, PageName } from './contract.ts'
import { Docs } from './docs/docs.tsx'
import { ErrorPage } from './error/error-page.tsx'
import { Head } from './head.tsx'
import { Landing } from './landing/landing.tsx'
import { Privacy } from './legal/privacy.tsx'
import { Terms } from './legal/terms.tsx'
import { documentAttributes } from './metadata.ts'
import { PreviewBar } from './preview/preview-bar.tsx'
import { Register } from './register/register.tsx'
import { RightsPage } from './rights/rights-page.tsx'
import { UnsubscribePage } from './rights/unsubscribe-page.tsx'
import { Identity } from './use-cases/identity.tsx'
import { Industrial } from './use-cases/industrial.tsx'
import { Transparency } from './use-cases/transparency.tsx'

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
