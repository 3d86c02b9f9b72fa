import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Clock } from '#platform/clock.ts'
import { newerTable, readCountries } from '#platform/countries/countries.ts'
import { putFile } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { messageOf } from '#platform/log.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'

const unzip = promisify(gunzip)
const largestTable = 100_000_000

/** `npm run admin -- update-countries`: replaces the table by which the countries of visitors are found. */
export function updateCountriesCommand({ clock }: { clock: Clock }): Command {
  return {
    name: 'update-countries',
    parameters: '[FILE or ADDRESS]',
    summary:
      "Replaces the table of countries by address, by DB-IP's of this month unless a file or an address is named.",
    async run(parameters, { secretPlace }) {
      if (parameters.length > 1) throw new UsageError('update-countries takes one file or address.')
      const [source = monthlyAddress(clock.now())] = parameters
      const table = await readTable(source)
      // A table that does not know the best known address of the network is none.
      if (findIn(table, '8.8.8.8') !== 'US')
        throw new CommandError(`${source} is no table of countries by address in MaxMind's format.`)
      await putFile(createFolderStore(secretPlace.dataDir), newerTable, table)
      return ['The table of countries is replaced. Restart every process to use it.']
    },
  }
}

/** Where DB-IP offers the table of a month (https://db-ip.com/db/download/ip-to-country-lite). */
function monthlyAddress(now: Date): string {
  return `https://download.db-ip.com/free/dbip-country-lite-${now.toISOString().slice(0, 7)}.mmdb.gz`
}

async function readTable(source: string): Promise<Buffer> {
  try {
    const bytes = /^https?:/.test(source) ? await download(source) : await readFile(source)
    const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
    return isZipped ? await unzip(bytes, { maxOutputLength: largestTable }) : bytes
  } catch (error) {
    throw new CommandError(`${source} cannot be read: ${messageOf(error)}.`)
  }
}

async function download(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(120_000) })
  if (!response.ok) throw new Error(`the server answers ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

function findIn(table: Buffer, address: string): string | undefined {
  try {
    return readCountries(table)(address)
  } catch {
    return undefined
  }
}
