import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pack as packTar } from 'tar-stream'
import { putFile } from '#platform/files/file-store.ts'
import type { Postgres } from '#platform/postgres.ts'
import {
  createTestFiles,
  makeArchive,
  openBytes,
  orderOf,
} from '../../../../test/support/backups/archives.ts'
import { sealTar } from '../../../../test/support/backups/sealed-tar.ts'
import { connectTestDatabase } from '../../../../test/support/database.ts'
import { ArchiveError, type ArchiveFault, type Manifest } from './archive.ts'
import { headerOf, readme } from './format.ts'
import { openArchive } from './reading.ts'
import { type ArchiveOrder, writeArchive } from './writing.ts'

let source: Postgres & { url: string }
/** All tables but a few, so that many archives are opened in a short time. */
let leftOut: string[]
let stored: Awaited<ReturnType<typeof createTestFiles>>
let plain: Buffer
let manifest: Manifest
let encrypted: Buffer
let identity: string

before(async () => {
  source = await connectTestDatabase()
  stored = await createTestFiles()
  await source.pool.query(
    'CREATE TABLE texts AS SELECT n AS number, md5(n::text) AS text FROM generate_series(1, 3000) n',
  )
  const { rows } = await source.pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
     AND relname NOT IN ('texts', 'lead_tags', 'users')`,
  )
  leftOut = rows.map(({ name }) => name)
  await putFile(stored.files, 'one', randomBytes(70_000))
  await putFile(stored.files, 'two', randomBytes(10))
  identity = await generateX25519Identity()
  ;({ bytes: plain, manifest } = await makeArchive(order()))
  const recipients = [
    await identityToRecipient(await generateX25519Identity()),
    await identityToRecipient(identity),
  ]
  ;({ bytes: encrypted } = await makeArchive(order({ recipients, secret: 'what nobody may read' })))
})
after(() => Promise.all([source.close(), stored.remove()]))

const order = (more: Partial<ArchiveOrder> = {}) =>
  orderOf({ databaseUrl: source.url, files: stored.files }, { leftOut, ...more })
const isRefused =
  (...faults: ArchiveFault[]) =>
  (error: unknown) => {
    assert.ok(error instanceof ArchiveError, String(error))
    assert.ok(faults.includes(error.fault), error.fault)
    assert.match(error.message, /^[A-Z].*\.$/)
    return true
  }

describe('an archive is refused', () => {
  test('when any byte of it is altered', async () => {
    for (const [bytes, keys] of [
      [plain, []],
      [encrypted, [identity]],
    ] as const) {
      const ends = [
        0,
        1,
        40,
        200,
        bytes.length - 1,
        bytes.length - 600,
        bytes.length - 1_100,
        bytes.length - 1_999,
      ]
      for (const at of [...ends, ...Array.from({ length: 50 }, () => randomInt(bytes.length))]) {
        const altered = Buffer.from(bytes)
        altered[at] = (altered[at] ?? 0) ^ (1 << randomInt(8))
        await assert.rejects(
          openBytes(altered, keys),
          isRefused('damaged', 'foreign', 'locked', 'newer'),
          `byte ${at}`,
        )
      }
    }
  })

  test('when it is cut, when something is added or missing, and when parts change places', async () => {
    for (const [bytes, keys] of [
      [plain, []],
      [encrypted, [identity]],
    ] as const) {
      const ends = [
        0,
        1,
        100,
        512,
        1_024,
        bytes.length - 1,
        bytes.length - 512,
        bytes.length - 1_024,
        bytes.length - 2_048,
      ]
      for (const end of [...ends, ...Array.from({ length: 50 }, () => randomInt(bytes.length))])
        await assert.rejects(
          openBytes(bytes.subarray(0, end), keys),
          isRefused('damaged', 'foreign'),
          `cut at ${end}`,
        )
      for (const added of [Buffer.alloc(1), Buffer.alloc(512), Buffer.alloc(10_240), bytes])
        await assert.rejects(openBytes(Buffer.concat([bytes, added]), keys), isRefused('damaged'))
      for (let round = 0; round < 10; round += 1) {
        const at = 512 * randomInt(1, Math.floor(bytes.length / 512) - 2)
        const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 512)])
        await assert.rejects(openBytes(without, keys), isRefused('damaged', 'foreign', 'locked'))
      }
      await openBytes(bytes, keys)
    }
  })

  test('without the key that opens it', async () => {
    assert.ok(!encrypted.includes('README') && !encrypted.includes('what nobody may read'))
    await assert.rejects(openBytes(encrypted), isRefused('locked'))
    await assert.rejects(openBytes(encrypted, [await generateX25519Identity()]), isRefused('locked'))
    await assert.rejects(openBytes(encrypted, ['no key']), isRefused('locked'))
    const archive = await openBytes(encrypted, [await generateX25519Identity(), identity])
    assert.equal(archive.secret, 'what nobody may read')
    assert.equal(archive.manifest.holdsSecret, true)
    // A secret is never written for anyone to read.
    assert.throws(() => writeArchive(order({ secret: 'a secret' })), RangeError)
  })

  test('that is of another program, or of a newer version', async () => {
    const tar = packTar()
    tar.entry({ name: 'README.txt' }, 'Something else')
    tar.finalize()
    const other = await buffer(tar)
    for (const bytes of [
      other,
      Buffer.alloc(0),
      Buffer.from('PGDMP'),
      Buffer.alloc(20_000),
      gzipSync(plain),
      randomBytes(9_000),
    ])
      await assert.rejects(openBytes(bytes), isRefused('foreign'))
    const later = readme.replace('format 1', 'format 2')
    await assert.rejects(
      openBytes(
        await sealTar([
          ['README.txt', later],
          ['unknown', 'x'],
        ]),
      ),
      isRefused('newer'),
    )
    const newer = { ...manifest, migrations: [...manifest.migrations, '20990101000000_later'] }
    await assert.rejects(openBytes(await replaceManifest(newer)), isRefused('newer'))
  })

  test('whose manifest does not fit its content', async () => {
    await openBytes(await replaceManifest(manifest))
    const [first, ...others] = manifest.tables
    assert.ok(first)
    const wrong: unknown[] = [
      { ...manifest, tables: others },
      { ...manifest, tables: [...manifest.tables, { ...first, name: 'one_more' }] },
      { ...manifest, tables: [{ ...first, rows: first.rows + 1 }, ...others] },
      { ...manifest, tables: [{ ...first, sha256: 'f'.repeat(64) }, ...others] },
      { ...manifest, tables: [{ ...first, columns: ['id") FROM STDIN; DROP TABLE users; --'] }, ...others] },
      { ...manifest, partitions: [{ name: 'a', table: 'b', from: "2026-01-01') TO ('x", to: '2026-02-01' }] },
      { ...manifest, files: { ...manifest.files, count: 1 } },
      { ...manifest, holdsSecret: true },
      {},
      [],
    ]
    for (const one of wrong) await assert.rejects(openBytes(await replaceManifest(one)), isRefused('damaged'))
  })

  test('that was made to harm', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const table = 'tables/0001-users'
    const hostile: Parameters<typeof sealTar>[0][] = [
      [
        ['README.txt', readme],
        [`${table}/00001.copy.gz`, bomb],
      ],
      [
        ['README.txt', readme],
        [`${table}/00002.copy.gz`, gzipSync('')],
      ],
      [
        ['README.txt', readme],
        ['tables/0002-users/00001.copy.gz', gzipSync('')],
      ],
      [
        ['README.txt', readme],
        [`${table}/00001.copy.gz`, gzipSync('')],
        [`${table}/00001.copy.gz`, gzipSync('')],
      ],
      [
        ['README.txt', readme],
        [`${table}/00001.copy.gz`, 'not compressed'],
      ],
      [
        ['README.txt', readme],
        ['files/../../outside', 'x'],
      ],
      [
        ['README.txt', readme],
        ['files//outside', 'x'],
      ],
      [
        ['README.txt', readme],
        [`files/${'a'.repeat(5_000)}`, 'x'],
      ],
      [
        ['README.txt', readme],
        ['files/one', 'x'],
        ['files-00001.sha256', `${'0'.repeat(64)}  files/one\n`],
      ],
      [
        ['README.txt', readme],
        ['files/one', 'x'],
        ['manifest.json', '{}'],
      ],
      [
        ['README.txt', readme],
        ['anything', 'x'],
      ],
      [
        ['README.txt', readme],
        ['manifest.json', '['.repeat(1_000_000)],
      ],
      [['README.txt', readme]],
    ]
    for (const entries of hostile)
      await assert.rejects(openBytes(await sealTar(entries)), isRefused('damaged'))
    const link = packTar()
    link.entry(headerOf('README.txt', readme.length), readme)
    link.entry({ name: 'files/one', type: 'symlink', linkname: '/etc/passwd' })
    await assert.rejects(openBytes(await sealTar(link)), isRefused('damaged'))
  })

  test('that never ends, before much of it is read', async () => {
    const open = (first: Uint8Array, counts: { read: number }) => async () => {
      async function* endless() {
        yield first
        for (const chunk = Buffer.alloc(64 * 1024, 'x'); ; counts.read += chunk.length) yield chunk
      }
      return Readable.from(endless(), { objectMode: false })
    }
    const headers = await sealTar([['README.txt', readme]])
    const until = readme.length + 512 + (512 - (readme.length % 512))
    const claim = async (name: string) => {
      const tar = packTar()
      tar.entry(headerOf(name, 8_000_000_000))
      for await (const chunk of tar)
        return Buffer.concat([headers.subarray(0, until), Buffer.from(String(chunk), 'latin1')])
      throw new Error('no header')
    }
    for (const first of [
      Buffer.from('age-encryption.org/v1\n'),
      Buffer.from('x'),
      await claim('manifest.json'),
      await claim('tables/0001-users/00001.copy.gz'),
      await claim('files-00001.sha256'),
    ]) {
      const counts = { read: 0 }
      const options = { identities: [identity], knownMigrations: [] }
      await assert.rejects(openArchive(open(first, counts), options), isRefused('damaged', 'foreign'))
      assert.ok(counts.read < 2_000_000, `${counts.read} bytes of ${first.subarray(0, 20)}`)
    }
  })

  test('that is another one when it is read again', async () => {
    let bytes = plain
    const archive = await openArchive(async () => Readable.from([bytes], { objectMode: false }), {
      ...{ identities: [], knownMigrations: manifest.migrations },
    })
    await archive.read({})
    bytes = (await makeArchive(order({ productVersion: '2' }))).bytes
    await assert.rejects(archive.read({}), isRefused('damaged'))
  })

  test('but a store that is away, or a visitor that fails, is told as it is', async () => {
    const away = async () => {
      async function* breakOff() {
        yield plain.subarray(0, 50_000)
        throw new Error('the store is away')
      }
      return Readable.from(breakOff(), { objectMode: false })
    }
    const options = { identities: [], knownMigrations: [] }
    await assert.rejects(openArchive(away, options), /^Error: the store is away$/)
    const archive = await openBytes(plain)
    const fail = async () => {
      throw new Error('the visitor fails')
    }
    await assert.rejects(archive.read({ table: fail }), /the visitor fails/)
    await assert.rejects(archive.read({ file: fail }), /the visitor fails/)
    // One that reads nothing, or little, misses nothing of the rest.
    const names: string[] = []
    await archive.read({
      async table({ name }, rows) {
        names.push(name)
        for await (const _ of rows) break
      },
      async file({ name }, content) {
        names.push(name)
        content.destroy()
      },
    })
    assert.equal(names.length, manifest.tables.length + 2)
  })
})

/** The archive with another manifest and a seal that fits. */
async function replaceManifest(other: unknown): Promise<Buffer> {
  const end = plain.lastIndexOf('manifest.json', plain.length - 2_048)
  const tar = packTar()
  const text = JSON.stringify(other)
  tar.entry(headerOf('manifest.json', text.length), text)
  return sealTar(tar, plain.subarray(0, end))
}
