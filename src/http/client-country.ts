import type { IncomingMessage } from 'node:http'
import type { FindCountry } from '#platform/countries/countries.ts'
import { isCountry } from '#shared/regions.ts'
import { createProxyCheck } from './client-address.ts'

/** The country that a request comes from, by its ISO 3166-1 code; undefined when it cannot be told. */
export type FindClientCountry = (client: string, request: IncomingMessage) => string | undefined

interface ClientCountryOptions {
  findCountry: FindCountry
  /** The address ranges of trusted proxies. */
  trustProxy: readonly string[]
  /** The header, in lower case, in which they tell the country. */
  countryHeader: string | undefined
}

/** Creates the lookup of a client's country: as a trusted proxy says it, else by the address. */
export function createClientCountry(options: ClientCountryOptions): FindClientCountry {
  const { findCountry, trustProxy, countryHeader } = options
  const isProxy = createProxyCheck(trustProxy)
  return (client, { headers, socket }) => {
    const said = countryHeader && isProxy(socket.remoteAddress ?? '') ? headers[countryHeader] : undefined
    const country = typeof said === 'string' ? said.toUpperCase() : ''
    return isCountry(country) ? country : findCountry(client)
  }
}
