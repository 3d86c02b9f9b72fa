import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddress, { compile } from 'proxy-addr'

/** The address of the client: the peer, or what trusted proxies say in `X-Forwarded-For`. */
export type ClientAddress = (request: IncomingMessage) => string

/** `trusted` are the address ranges of trusted proxies; with none the header is ignored. */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  if (trusted.length === 0) return (request) => request.socket.remoteAddress ?? ''
  const trust = compile([...trusted])
  // The library throws for a closed connection.
  return (request) => (request.socket.remoteAddress === undefined ? '' : proxyAddress(request, trust))
}

/** Creates the check whether an address is that of a trusted proxy, whose connections carry many clients. */
export function createProxyCheck(trusted: readonly string[]): (address: string) => boolean {
  if (trusted.length === 0) return () => false
  const trust = compile([...trusted])
  return (address) => trust(address, 0)
}

/** What counts as one client: an IPv4 address, or the /64 network that is assigned to one IPv6 subscriber. */
export function clientNetwork(address: string): string {
  // Some proxies write the port behind the address.
  const bare = address
    .toLowerCase()
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const mapped = bare.startsWith('::ffff:') ? bare.slice(7) : bare
  if (!isIPv6(mapped)) return mapped
  const [head = '', tail] = mapped.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) while (groups.length + tail.split(':').filter(Boolean).length < 8) groups.push('0')
  return `${[...groups, ...(tail?.split(':') ?? [])].slice(0, 4).join(':')}::/64`
}

/**
 * The larger network that one customer, or several neighbours, may have: the /24 of an IPv4 address, the /48 of an IPv6
 * network. Takes the result of `clientNetwork`.
 */
export function providerNetwork(network: string): string {
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, 3).join(':')}::/48`
  const [first24] = /^\d+\.\d+\.\d+(?=\.\d+$)/.exec(network) ?? []
  return first24 === undefined ? network : `${first24}.0/24`
}
