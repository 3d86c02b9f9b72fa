import { contentSecurityPolicy, hashSource } from '#http/security-headers.ts'
import type { Translate } from '#platform/catalogues.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import { escapeMarkup } from '#shared/markup.ts'
import type { CallbackOutcome } from './callback.ts'

const style = `:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.3}`

interface PageOptions {
  outcome: CallbackOutcome
  language: Language
  t: Translate
  siteName: string
}

/** The headers of the page. */
export const callbackPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy({ 'style-src': hashSource(style) }),
  'x-robots-tag': 'noindex',
  // The panel that has opened this window goes on to see when it closes.
  'cross-origin-opener-policy': 'unsafe-none',
}

/** The page on which a person ends up after the page of a platform. It says fixed texts only, and runs nothing. */
export function writeCallbackPage({ outcome, language, t, siteName }: PageOptions): string {
  const isConnected = outcome === 'connected'
  const title = escapeMarkup(t(isConnected ? 'social:callback.connected' : 'social:callback.failed'))
  const reason = escapeMarkup(t(isConnected ? 'social:callback.close' : `social:callback.reasons.${outcome}`))
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${escapeMarkup(siteName)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${reason}</p>
</main>
</body>
</html>
`
}
