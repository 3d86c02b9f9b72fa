import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readObjectStoreUrl } from './object-store.ts'

test('the address of an object store names its bucket, folder, region and keys', () => {
  assert.deepEqual(
    readObjectStoreUrl('https://AK%3AIA:a%2Fb+c%25@s3.example.org/site-files/one/two/?region=eu-west-1'),
    {
      ...{
        endpoint: 'https://s3.example.org',
        bucket: 'site-files',
        folder: 'one/two/',
        region: 'eu-west-1',
      },
      ...{ accessKey: 'AK:IA', secretKey: 'a/b+c%', isBucketInHost: false },
    },
  )
  const plain = readObjectStoreUrl('http://k:s@localhost:9000/files?style=host')
  assert.deepEqual(
    [plain?.endpoint, plain?.folder, plain?.region, plain?.isBucketInHost],
    ['http://localhost:9000', '', 'us-east-1', true],
  )
})

for (const wrong of [
  '',
  'files',
  's3://k:s@host/bucket',
  'https://host/bucket',
  'https://k@host/bucket',
  'https://k:s@host',
  'https://k:s@host/',
  'https://k:s@host/B',
  'https://k:s@host/bucket//x',
  'https://k:s@host/bucket/a%2Fb',
  'https://k:100%@host/bucket',
  'https://k:a/b@host/bucket',
  'https://k:s@host/bucket?region=a b',
  'https://k:s@host/bucket?other=1',
  'https://k:s@host/bucket?style=new',
  'https://k:s@host/bucket#part',
]) {
  test(`${JSON.stringify(wrong)} is not the address of an object store`, () => {
    assert.equal(readObjectStoreUrl(wrong), undefined)
  })
}
