/**
 * The origin in what a person typed, such as `https://example.org`; undefined when it is none. Upper case, a default port
 * and a final slash are normalized as browsers do (WHATWG URL).
 */
export function findOrigin(typed: string): string | undefined {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password) return undefined
  return url.origin
}

/** Whether pages of an origin may call the API: `*` in the list allows all. */
export function isOriginAllowed(origin: string, allowed: readonly string[]): boolean {
  return allowed.includes('*') || allowed.includes(origin)
}
