import { isIP } from 'node:net'
import { hostOf, isPublicAddress } from '#platform/outgoing/public-address.ts'

// Names that lead nowhere in public (RFC 2606, RFC 6761, RFC 6762, RFC 8375, and what is usual in networks of companies).
const reserved =
  /(^|\.)(localhost|local|test|invalid|example|internal|intranet|lan|home|corp|onion|home\.arpa)$/

/** Whether search engines could reach the site at its address. */
export function isPublicSite(publicUrl: string): boolean {
  const host = hostOf(new URL(publicUrl))
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !reserved.test(host)
}
