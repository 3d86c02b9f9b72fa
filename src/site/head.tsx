import { shareCardSize } from '#features/seo/model.ts'
import seal from '#site/assets/seal.svg?url'
import type { PageInput } from './contract.ts'
import { listPreloadedFonts } from './fonts.ts'
import { describePage, describeShare, type PageDescription, themeColors } from './metadata.ts'
import { writePrefetchRules } from './prefetch-rules.ts'
import { describeStructuredData, writeDataBlock } from './structured-data.ts'

interface HeadProps {
  input: PageInput
  /** What the page says of itself. */
  own: PageDescription | undefined
  style: string
}

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

/** The metadata for search engines and for sharing. */
function Metadata({ input, own }: Pick<HeadProps, 'input' | 'own'>) {
  const { facts } = input
  const { title, description, keywords, addresses } = describePage(input, own)
  const share = describeShare(input, own)
  if (input.preview || !share) return <meta name="robots" content="noindex" />
  return (
    <>
      <meta name="description" content={description} />
      {addresses ? (
        <>
          <meta name="keywords" content={keywords} />
          <link rel="canonical" href={addresses.canonical} />
          {addresses.alternates.map(({ hreflang, href }) => (
            <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
          ))}
          {addresses.neighbours?.map(({ rel, href }) => (
            <link key={rel} rel={rel} href={href} />
          ))}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      <meta property="og:type" content={share.type} />
      <meta property="og:site_name" content={facts.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={share.url} />
      <meta property="og:locale" content={share.locale} />
      <meta property="og:image" content={share.picture} />
      <meta property="og:image:width" content={String(shareCardSize.width)} />
      <meta property="og:image:height" content={String(shareCardSize.height)} />
      <meta property="og:image:alt" content={share.pictureText} />
      {/* X reads everything else from the properties above. */}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function DataBlock({ type, data }: { type: string; data: object }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: data that cannot end its element, and is never run
  return <script type={type} dangerouslySetInnerHTML={{ __html: writeDataBlock(data) }} />
}

/** The head of a document. */
export function Head({ input, own, style }: HeadProps) {
  const { language, facts, preview, t } = input
  const structuredData = describeStructuredData(input, own)
  const { title } = describePage(input, own)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <title>{preview ? t('preview:page.title', { title }) : title}</title>
      {listPreloadedFonts(language).map((href) => (
        <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="" />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style, allowed by its hash */}
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <link rel="icon" href={seal} type="image/svg+xml" />
      <link rel="manifest" href={`/${language}/manifest.webmanifest`} />
      <ThemeColor {...input} />
      {facts.search.verifications.map(({ name, content }) => (
        <meta key={name} name={name} content={content} />
      ))}
      <Metadata input={input} own={own} />
      {structuredData && <DataBlock type="application/ld+json" data={structuredData} />}
      {!preview && <DataBlock type="speculationrules" data={writePrefetchRules(language)} />}
      {/* A preview loads no scripts, in a frame or outside. */}
      {!preview && (
        <script type="module" src={input.assets[facts.googleTag ? 'consent-loader' : 'islands']} />
      )}
    </head>
  )
}
