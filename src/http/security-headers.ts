import { createHash } from 'node:crypto'

/** The source expression that allows one inline style by its hash (CSP Level 3 §2.3.1). */
export function hashSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

type Directives = Record<string, string>

const closed: Directives = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** A policy that allows nothing but what `directives` name. */
export function contentSecurityPolicy(directives: Directives = {}): string {
  return Object.entries({ ...closed, ...directives })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** Where Google Analytics 4 is loaded from and reports to without advertising features, as Google's guide to CSP says. */
const googleHosts = {
  script: ' https://www.googletagmanager.com',
  image: ' https://*.google-analytics.com https://www.googletagmanager.com',
  connection:
    ' https://*.google-analytics.com https://*.analytics.google.com https://analytics.google.com https://www.googletagmanager.com',
}

/**
 * The policy of a public page: scripts are our own files, the only inline styles are the given ones. The Google tag is
 * allowed only where it may run. A preview runs and sends nothing, and the editor may show it in a frame.
 */
export function pagePolicy(styles: readonly string[], { googleTag = false, preview = false } = {}): string {
  const google = googleTag ? googleHosts : { script: '', image: '', connection: '' }
  return contentSecurityPolicy({
    // The one inline script contains speculation rules, which are data.
    'script-src': preview ? "'none'" : `'self' 'inline-speculation-rules'${google.script}`,
    'style-src': ["'self'", ...styles.map(hashSource)].join(' '),
    'img-src': `'self' data:${google.image}`,
    'font-src': "'self'",
    'connect-src': `'self'${google.connection}`,
    'manifest-src': "'self'",
    'form-action': preview ? "'none'" : "'self'",
    ...(preview && { 'frame-ancestors': "'self'" }),
  })
}

/** The policy of the admin, whose style elements carry the nonce of their document. */
export function adminPolicy(nonce: string): string {
  return contentSecurityPolicy({
    'script-src': "'self'",
    // React and the editor set styles through the CSSOM, which needs no permission.
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'media-src': "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'require-trusted-types-for': "'script'",
    // All but the last are ours (src/admin/kit/trusted-types.ts); the editor's library uses that for pasted HTML.
    'trusted-types': 'inert-html mail-frame pdf-worker ProseMirrorClipboard',
  })
}

/**
 * The policy of the script that reads PDFs apart from the page. It is handed everything it needs and can ask nobody for anything;
 * its decoders of pictures are WebAssembly.
 */
export const pdfWorkerPolicy = contentSecurityPolicy({ 'script-src': "'wasm-unsafe-eval'" })

/**
 * The headers of every response. Its policy allows nothing; documents replace it by their own. HSTS is sent only where the
 * public address is https (RFC 6797 §7.2).
 */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** For personal responses: never cached, and without a referrer. */
export const privateHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const

/** The headers with which any origin may read something; caches must revalidate it. */
export const openToAnyOrigin = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
}
