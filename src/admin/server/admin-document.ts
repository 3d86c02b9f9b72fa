import { randomBytes } from 'node:crypto'
import { defineRoutes } from '#http/routes.ts'
import { adminPolicy, privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { directionOf } from '#shared/languages.ts'
import { escapeMarkup } from '#shared/markup.ts'
import { pageFade } from '#shared/page-fade.ts'
import type { SiteFacts } from '#site/contract.ts'
import type { Assets } from '#site/server/assets.ts'

interface AdminOptions {
  assets: Assets['admin']
  icon: string
  catalogues: Catalogues
  publicUrl: string
  /** What the site says about itself now. */
  describeSite(): Pick<SiteFacts, 'name' | 'taglines'>
  version: string
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
}

const paths = [
  '/login',
  '/reset-password',
  '/reset-password/:token',
  '/invitation/:token',
  '/confirm-email/:token',
  '/shared',
  '/restoring',
  '/admin',
  '/admin/*',
] as const

/** The HTML document of the admin, for the sign-in, the links that lead to it, shared figures, and all addresses below `/admin`. */
export const adminRoutes = ({
  assets,
  icon,
  catalogues,
  publicUrl,
  describeSite,
  version,
  canRecover,
}: AdminOptions) =>
  defineRoutes((server) => {
    const { origin } = new URL(publicUrl)
    for (const path of paths) {
      const config = { access: 'public', isInMaintenance: true } as const
      server.get(path, { config, schema: { hide: true } }, async (request, reply) => {
        const { theme } = request.cookies
        const language = request.pageLanguage
        const { name, taglines } = describeSite()
        const tagline = taglines[language]
        const nonce = randomBytes(16).toString('base64')
        reply.headers(privateHeaders)
        reply.headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': adminPolicy(nonce),
          // Windows that the panel opens at social platforms stay in its hand: it sees when they close.
          'cross-origin-opener-policy': 'same-origin-allow-popups',
          'x-robots-tag': 'noindex',
        })
        const t = catalogues.translator(language)
        const isArea = path.startsWith('/admin')
        const scheme =
          theme === 'light' || theme === 'dark'
            ? ` data-theme="${theme}" data-mantine-color-scheme="${theme}"`
            : ''
        return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${scheme ? theme : 'light dark'}">
<title>${escapeMarkup(name)}</title>
<style nonce="${nonce}">${pageFade}</style>
<link rel="icon" href="${icon}" type="image/svg+xml">
${assets.styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
${assets.preloads.map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${assets.script}"></script>
</head>
<body>
<div id="admin" data-nonce="${nonce}" data-version="${version}" data-site-name="${escapeMarkup(name)}" data-site-origin="${escapeMarkup(origin)}"${tagline ? ` data-tagline="${escapeMarkup(tagline)}"` : ''}${canRecover ? ' data-can-recover' : ''}>${isArea ? loadingFrame(t('sign-in:loading')) : ''}</div>
<noscript>${t('admin:noscript')}</noscript>
</body>
</html>
`
      })
    }
  })

/** What `Waiting` shows, before any script has loaded: the header, the navigation and the screen as blocks. */
function loadingFrame(words: string): string {
  return `<div class="loading-frame" aria-busy="true"><p role="status">${words}</p><div class="loading-head"></div><div class="loading-side"></div></div>`
}
