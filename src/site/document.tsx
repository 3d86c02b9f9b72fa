import { EngravingDefinitions } from '#ui/engraving.tsx'
import seal from './assets/seal.svg?url'
import { Footer } from './chrome/footer.tsx'
import { Header } from './chrome/header.tsx'
import type { PageInput } from './contract.ts'
import { ErrorPage } from './error/error-page.tsx'
import { listPreloadedFonts } from './fonts.ts'
import { Landing } from './landing/landing.tsx'
import { describePage, documentAttributes, themeColors } from './metadata.ts'

function ThemeColor({ theme }: PageInput) {
  if (theme !== 'auto') return <meta name="theme-color" content={themeColors[theme]} />
  return (['light', 'dark'] as const).map((scheme) => (
    <meta
      key={scheme}
      name="theme-color"
      content={themeColors[scheme]}
      media={`(prefers-color-scheme:${scheme})`}
    />
  ))
}

function Head({ input, style }: DocumentProps) {
  const { title, description, keywords, addresses } = describePage(input)
  const { language, facts } = input
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{title}</title>
      {listPreloadedFonts(language).map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style, allowed by its hash */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <link rel="icon" href={seal} type="image/svg+xml" />
      <ThemeColor {...input} />
      {addresses ? (
        <>
          <meta name="description" content={description} />
          <meta name="keywords" content={keywords} />
          <link rel="canonical" href={addresses.canonical} />
          {addresses.alternates.map(({ hreflang, href }) => (
            <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
          ))}
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={facts.name} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={addresses.canonical} />
          <meta property="og:locale" content={language} />
          <meta name="twitter:card" content="summary" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <script type="module" async src={input.assets.islands} />
    </head>
  )
}

interface DocumentProps {
  input: PageInput
  style: string
}

const bodies = { landing: Landing, error: ErrorPage }

/** A whole page as a document. */
export function Document({ input, style }: DocumentProps) {
  const Body = bodies[input.page]
  return (
    <html {...documentAttributes(input)}>
      <Head input={input} style={style} />
      <body>
        <EngravingDefinitions name={input.facts.name} />
        <Header {...input} />
        <main id="content">
          <Body {...input} />
        </main>
        <Footer {...input} />
      </body>
    </html>
  )
}
