import type { IncomingMessage } from 'node:http'

/** Why a request is refused before routing. */
export type TargetFault = 'encoding' | 'host' | 'target'

const faults = new WeakMap<IncomingMessage, TargetFault>()
const absoluteForm = /^https?:\/\/[^/?#]*/i
// Unreserved characters mean the same with and without encoding (RFC 3986 §2.3).
const needlessEncoding = /%(?:2[DE]|3\d|[46][1-9A-F]|5[0-9AF]|7[0-9AE])/gi

/**
 * Normalizes the target of a request before anything reads it: an absolute form becomes path and query (RFC 9112 §3.2.2),
 * unreserved characters are decoded, a fragment is removed. What is invalid is recorded as a fault.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const hosts = countHosts(request.rawHeaders)
  // A second Host, or none in HTTP/1.1, is refused (RFC 9112 §3.2).
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) faults.set(request, 'host')
  const raw = request.url ?? '/'
  if (raw.startsWith('/') && !raw.includes('%') && !raw.includes('#')) return
  const target = raw.replace(absoluteForm, '').replace(/#.*/s, '')
  const isRelative = !raw.startsWith('/') && target === raw
  const [path, query] = isRelative ? ['/', undefined] : splitOnce(target, '?')
  const whole = path || '/'
  const decoded = decodeUnreserved(whole)
  if (isRelative) faults.set(request, 'target')
  else if (decoded !== whole && !faults.has(request)) faults.set(request, 'encoding')
  request.url = query === undefined ? decoded : `${decoded}?${query}`
}

/** The fault of a request's target, if there is one. */
export function findTargetFault(request: IncomingMessage): TargetFault | undefined {
  return faults.get(request)
}

/** A path without needless encoding; reserved characters such as an encoded slash stay encoded. */
export function decodeUnreserved(path: string): string {
  return path.replace(needlessEncoding, (encoded) =>
    String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
  )
}

/** Whether a redirect to this target is safe: `//host` and `/\host` leave the site, dot segments change the path. */
export function isRedirectTarget(target: string): boolean {
  return /^\/(?![/\\])/.test(target) && !/\/\.\.?(\/|\?|$)/.test(target)
}

function countHosts(rawHeaders: string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}
