import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { describeStore, placeOf } from '../../../test/support/files/described-store.ts'
import { chunksOf, collect, testFileStore } from '../../../test/support/files/file-store-tests.ts'
import { type S3Server, startS3Server } from '../../../test/support/files/s3-server.ts'
import { createLog } from '../log.ts'
import { putFile, readFile } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

let server: S3Server
let logged: string[]
const log = createLog(
  'info',
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line))
      done()
    },
  }),
)
before(async () => {
  // Small pages, so that every list has several.
  server = await startS3Server({ pageSize: 2 })
})
beforeEach(() => {
  logged = []
  server.control.fault = () => undefined
})
after(() => server.close())

const openStore = (url = server.url) =>
  createS3Store({ place: placeOf(url, 'faults'), givesAddresses: true, log })

testFileStore('a store that speaks S3', async (name) => describeStore(server.url, name, log))

// Another store, such as one that CONTRIBUTING.md tells how to start.
const real = process.env.TEST_S3_URL
if (real) {
  const run = `test-${randomUUID()}`
  testFileStore('the store of TEST_S3_URL', async (name) => describeStore(real, `${run}/${name}`, log))
}

const away = { code: 'storage_away', status: 503 }

describe('a store that fails', () => {
  test('is asked again, and says in the end what clients understand', async () => {
    const store = openStore()
    let failures = 2
    server.control.fault = () => (failures-- > 0 ? { status: 500, code: 'InternalError' } : undefined)
    await putFile(store, 'a/1.txt', Buffer.from('1'))
    assert.equal(String(await readFile(store, 'a/1.txt')), '1')
    assert.deepEqual(logged, [])
    server.control.fault = () => ({ status: 503, code: 'ServiceUnavailable' })
    await assert.rejects(readFile(store, 'a/1.txt'), away)
    await assert.rejects(store.find('a/1.txt'), away)
    await assert.rejects(store.remove('a/1.txt'), away)
    await assert.rejects(collect(store.list('a/')), away)
    await assert.rejects(store.removeUnfinished(new Date()), away)
    await assert.rejects(store.write('a/2.txt', chunksOf('x')), away)
    await assert.rejects(
      store.withPath('a/1.txt', async () => undefined),
      away,
    )
    // Once a minute, whatever the number of requests.
    assert.equal(logged.length, 1)
    assert.match(
      logged[0] ?? '',
      /"fault":"ServiceUnavailable","status":503.*the file store does not do what it is asked/,
    )
  })

  test('refuses wrong keys, which are not logged', async () => {
    const place = { ...placeOf(server.url, 'faults'), secretKey: 'another-secret' }
    const store = createS3Store({ place, givesAddresses: false, log })
    await assert.rejects(store.find('a/1.txt'), away)
    await assert.rejects(readFile(createS3Store({ place, givesAddresses: false, log }), 'a/1.txt'), away)
    assert.match(logged.join(''), /SignatureDoesNotMatch/)
    assert.doesNotMatch(logged.join(''), /another-secret|KEY/)
  })

  test('takes no file for missing when its bucket is', async () => {
    const store = openStore(server.url.replace('/bucket/', '/other-bucket/'))
    await assert.rejects(store.find('a/1.txt'), away)
    await assert.rejects(readFile(store, 'a/1.txt'), away)
  })

  test('breaks off neither a file nor its own connection unnoticed', async () => {
    const store = openStore()
    await putFile(store, 'a/long.txt', Buffer.alloc(1_000_000))
    server.control.fault = ({ method }) => (method === 'GET' ? 'cut' : undefined)
    await assert.rejects(readFile(store, 'a/long.txt'), away)
    await assert.rejects(
      store.withPath('a/long.txt', async () => undefined),
      away,
    )
  })

  test('says that it is full', async () => {
    server.control.fault = () => ({ status: 507, code: 'XMinioStorageFull' })
    await assert.rejects(putFile(openStore(), 'a/1.txt', Buffer.of(1)), { code: 'storage_full', status: 507 })
  })

  test('may say so after it has begun to answer, as Swift and Amazon do when parts are put together', async () => {
    server.control.fault = ({ method, query }) =>
      method === 'POST' && query.has('uploadId') ? { status: 200, code: 'InternalError' } : undefined
    const store = openStore()
    const parts = Array.from({ length: 6 }, () => Buffer.alloc(1_000_000))
    await assert.rejects(store.write('a/parts.bin', chunksOf(...parts)), away)
    assert.equal(await store.find('a/parts.bin'), undefined)
  })

  test('is given up when it cannot be reached, or does not answer', { timeout: 30_000 }, async () => {
    server.control.fault = () => 'hang'
    const begun = performance.now()
    const unreachable = openStore(server.url.replace(/:\d+\//, ':1/'))
    await Promise.all([
      assert.rejects(openStore().find('a/1.txt'), away),
      assert.rejects(readFile(unreachable, 'a/1.txt'), away),
    ])
    assert.ok(performance.now() - begun < 15_000)
  })
})

test('only files with names of ours are listed, whatever else is in the bucket', async () => {
  const store = createS3Store({ place: placeOf(server.url, 'shared'), givesAddresses: false, log })
  await putFile(store, 'a/1.txt', Buffer.of(1))
  for (const key of [
    'some/folder/shared/',
    'some/folder/shared/a/',
    'some/folder/shared/Übrig.txt',
    'some/x',
  ])
    server.objects.set(key, { bytes: Buffer.of(), at: new Date() })
  assert.deepEqual(
    (await collect(store.list(''))).map(({ name }) => name),
    ['a/1.txt'],
  )
})

test('an address leads to a file for some time, as what and by which name it is served', async () => {
  const store = openStore()
  await putFile(store, 'a/1.txt', Buffer.from('text'))
  const options = { type: 'application/pdf', disposition: `inline; filename="ñ.pdf"`, seconds: 60 }
  const address = await store.findAddress?.('a/1.txt', {
    ...options,
    disposition: 'inline; filename="a.pdf"',
  })
  assert.ok(address)
  const answer = await fetch(address)
  assert.equal(await answer.text(), 'text')
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.equal(answer.headers.get('content-disposition'), 'inline; filename="a.pdf"')
  assert.equal((await fetch(address.replace('1.txt', '2.txt'))).status, 403)
  const part = await fetch(address, { headers: { range: 'bytes=1-2' } })
  assert.deepEqual([part.status, await part.text()], [206, 'ex'])
  assert.equal(
    createS3Store({ place: placeOf(server.url, 'faults'), givesAddresses: false, log }).findAddress,
    undefined,
  )
})
