import { type EdgeCacheKind, siteKey } from '#shared/edge/edge-cache.ts'

/** What a cache in front of the product may keep of a response. */
export interface EdgeCopy {
  /** By which it is purged, beside all others: the path of a page, its language included. */
  key: string
  /** Whether it is what visitors get who have chosen nothing. */
  isPlain: boolean
}

/** What responses tell the cache in front of the product. */
export interface EdgeRules {
  /** The headers of a response that it may keep, built from a revision of the site; undefined when it may not. */
  describe(copy: EdgeCopy, revision: number): Record<string, string> | undefined
  /** The headers of a response that browsers may keep for a while, and it may not. */
  refusal: Record<string, string>
}

// A purge ends it long before. Old copies are served for at most a day while a new one is fetched, and for a week while none can be.
const lifetime = 'max-age=2592000, stale-while-revalidate=86400, stale-if-error=604800'
const visible = /^[\x21-\x2b\x2d-\x7e]{1,500}$/

/** Creates the headers for a kind of cache. `isCounted` says that pages differ by Global Privacy Control. */
export function createEdgeRules(kind: EdgeCacheKind, { isCounted }: { isCounted: boolean }): EdgeRules {
  const describe = describers[kind]
  return {
    describe({ key, isPlain }, revision) {
      if (!visible.test(key)) return
      // Cloudflare keeps one response for an address, whatever it varies by.
      if (kind === 'cloudflare' && (!isPlain || isCounted)) return
      return { 'cdn-cache-control': lifetime, ...describe(key, revision) }
    },
    refusal: {
      'cdn-cache-control': 'no-store',
      ...(kind === 'fastly' && { 'surrogate-control': 'max-age=0, private' }),
    },
  }
}

const describers: Record<EdgeCacheKind, (key: string, revision: number) => Record<string, string>> = {
  varnish: (key, revision) => ({ xkey: `${siteKey} ${key}`, 'x-site-revision': String(revision) }),
  fastly: (key) => ({ 'surrogate-control': lifetime, 'surrogate-key': `${siteKey} ${key}` }),
  cloudflare: (key) => ({ 'cache-tag': `${siteKey},${key}` }),
}
