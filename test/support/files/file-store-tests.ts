import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile as readPath } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { type FileStore, putFile, readFile } from '#platform/files/file-store.ts'

export interface TestedStore {
  store: FileStore
  /** How many writings have left something that is no file. */
  countUnfinished(): Promise<number>
}

export async function* chunksOf(...parts: (string | Buffer)[]) {
  for (const part of parts) yield Buffer.from(part)
}

async function* failingAfter(...parts: (string | Buffer)[]) {
  yield* chunksOf(...parts)
  throw new Error('the connection broke')
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const namesOf = async (store: FileStore, prefix: string) =>
  (await collect(store.list(prefix))).map(({ name }) => name).sort()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const partOf = async (store: FileStore, file: string, start: number, end: number) => {
  const part = await store.open(file, { start, end })
  assert.ok(part)
  return Buffer.concat(await collect<Buffer>(part))
}
const file = 'documents/a/file.pdf'
// More than two parts of an upload to an object store.
const large = randomBytes(12_000_000)
const chunksOfLarge = Array.from({ length: 120 }, (_, at) => large.subarray(at * 100_000, (at + 1) * 100_000))

const badNames = [
  ...['../secret', 'a/../../secret', '/etc/passwd', 'a//b', '', '.hidden', 'a\\b', 'a\0b', 'a/./b', 'A'],
  'a'.repeat(300),
]

/** What every store of files does. `open` opens an empty one. */
export function testFileStore(kind: string, open: (name: string) => Promise<TestedStore>): void {
  describe(`files in ${kind}`, () => {
    test('are found as they were put, and gone once removed', async () => {
      const { store, countUnfinished } = await open('files')
      const picture = 'pictures/ab/cd-320.webp'
      assert.equal(await readFile(store, picture), undefined)
      assert.equal(await store.find(picture), undefined)
      const bytes = Buffer.from([0, 1, 255])
      await Promise.all([putFile(store, picture, bytes), putFile(store, picture, bytes)])
      assert.deepEqual(await readFile(store, picture), bytes)
      const facts = await store.find(picture)
      assert.equal(facts?.size, 3)
      assert.ok(Math.abs(Number(facts?.modifiedAt) - Date.now()) < 60_000)
      assert.deepEqual([await namesOf(store, ''), await countUnfinished()], [[picture], 0])
      await store.remove(picture)
      await store.remove(picture)
      assert.equal(await readFile(store, picture), undefined)
    })

    test('are written as they arrive, with their size and digest', async () => {
      const { store } = await open('streams')
      const written = await store.write(file, chunksOf('one', '', 'two'))
      assert.deepEqual(written, { size: 6, digest: sha256(Buffer.from('onetwo')) })
      assert.equal(String(await partOf(store, file, 2, 3)), 'et')
      let copy = ''
      const read = (path: string) => {
        copy = path
        return readPath(path, 'utf8')
      }
      assert.equal(await store.withPath(file, read), 'onetwo')
      assert.match(copy, /file\.pdf$/)
      await assert.rejects(
        store.withPath('documents/b/file.pdf', async () => undefined),
        { code: 'ENOENT' },
      )
      await assert.rejects(
        store.withPath(file, async () => Promise.reject(new Error('the work failed'))),
        /the work failed/,
      )
      assert.equal((await store.write('documents/a/empty.pdf', chunksOf())).size, 0)
      assert.equal((await readFile(store, 'documents/a/empty.pdf'))?.length, 0)
    })

    test('may be large, and are read in parts, or given up', async () => {
      const { store, countUnfinished } = await open('large')
      const written = await store.write(file, chunksOf(...chunksOfLarge))
      assert.deepEqual(written, { size: large.length, digest: sha256(large) })
      assert.equal(sha256((await readFile(store, file)) ?? Buffer.of()), sha256(large))
      assert.deepEqual(await partOf(store, file, 5_242_870, 5_242_890), large.subarray(5_242_870, 5_242_891))
      for (let reader = 0; reader < 20; reader++) {
        for await (const chunk of (await store.open(file)) ?? []) {
          assert.ok(chunk.length > 0)
          break
        }
      }
      assert.equal(await countUnfinished(), 0)
    })

    for (const [when, parts] of [
      ['at once', ['half']],
      ['late', chunksOfLarge],
    ] as const) {
      test(`are not there at all when their source breaks off ${when}`, async () => {
        const { store, countUnfinished } = await open(`broken-${when.replace(' ', '-')}`)
        await assert.rejects(store.write(file, failingAfter(...parts)), /the connection broke/)
        assert.equal(await store.find(file), undefined)
        assert.deepEqual([await namesOf(store, ''), await countUnfinished()], [[], 0])
      })
    }

    test('are listed by how their names begin', async () => {
      const { store } = await open('lists')
      const names = ['a/b/two.txt', 'a/one.txt', 'ab/three.txt']
      for (const name of names) await putFile(store, name, Buffer.from(name))
      assert.deepEqual(await namesOf(store, 'a/'), ['a/b/two.txt', 'a/one.txt'])
      assert.deepEqual(await namesOf(store, ''), names)
      assert.deepEqual(await namesOf(store, 'none/'), [])
      const [first] = await collect(store.list('ab/'))
      assert.equal(first?.size, 'ab/three.txt'.length)
    })

    test('that are being written are not listed, and what is left of them can be removed', async () => {
      const { store, countUnfinished } = await open('unfinished')
      const { promise: end, resolve: finish } = Promise.withResolvers<void>()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      async function* slow() {
        yield* chunksOfLarge
        begin()
        await end
      }
      const writing = store.write(file, slow()).catch((error: unknown) => error)
      await begun
      while ((await countUnfinished()) === 0) await new Promise((done) => setTimeout(done, 20))
      assert.deepEqual(await namesOf(store, ''), [])
      await store.removeUnfinished(new Date(Date.now() - 600_000))
      assert.equal(await countUnfinished(), 1)
      await store.removeUnfinished(new Date(Date.now() + 600_000))
      assert.equal(await countUnfinished(), 0)
      finish()
      assert.ok((await writing) instanceof Error)
      assert.deepEqual([await namesOf(store, ''), await countUnfinished()], [[], 0])
    })

    for (const name of badNames) {
      test(`never have a name like ${JSON.stringify(name).slice(0, 40)}`, async () => {
        const { store } = await open('names')
        await assert.rejects(readFile(store, name), RangeError)
        await assert.rejects(putFile(store, name, Buffer.from('x')), RangeError)
        await assert.rejects(store.remove(name), RangeError)
      })
    }
  })
}
