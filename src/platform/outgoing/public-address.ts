import { lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutgoingFault } from './fault.ts'

// The only part of IPv6 that is assigned to the public network (RFC 4291 §2.4).
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public network. Private, local, shared and reserved ones are not (IANA's
 * special-purpose registries), nor are those of IPv6 that stand for an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv6 ? parsed.match(globalUnicast) : true
}

/** The host of an address as it is resolved and compared: without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/** Why an address may not be called. */
export type UrlFault = 'scheme' | 'credentials' | 'private_address'

/**
 * What can be said against calling an address without connecting: other than HTTPS, with a name and password, or a private
 * IP address. Trusted hosts may be private, and called by HTTP.
 */
export function findUrlFault(url: URL, trustedHosts: ReadonlySet<string>): UrlFault | undefined {
  const host = hostOf(url)
  const isTrusted = trustedHosts.has(host)
  if (url.protocol !== 'https:' && !(isTrusted && url.protocol === 'http:')) return 'scheme'
  if (url.username || url.password) return 'credentials'
  return !isTrusted && isIP(host) !== 0 && !isPublicAddress(host) ? 'private_address' : undefined
}

/**
 * Resolves names for a connection, and refuses those that lead to a private address. The connection is made to the very
 * addresses that were checked, so that a name cannot be given another one in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new OutgoingFault('private_address'), [])
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
