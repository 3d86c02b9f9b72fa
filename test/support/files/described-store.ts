import assert from 'node:assert/strict'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { createS3Store } from '#platform/files/s3-store.ts'
import type { Logger } from '#platform/log.ts'
import { readObjectStoreUrl } from '#shared/files/object-store.ts'
import type { TestedStore } from './file-store-tests.ts'

/** The place that an address like `S3_URL` names, in a folder of its own. */
export function placeOf(url: string, name: string) {
  const place = readObjectStoreUrl(url)
  assert.ok(place)
  return { ...place, folder: `${place.folder}${name}/` }
}

/** A client of the kind that the product has, for what the product does not ask. */
export function openS3Client({
  endpoint,
  region,
  accessKey,
  secretKey,
}: ReturnType<typeof placeOf>): S3Client {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
  return new S3Client({ endpoint, region, forcePathStyle: true, credentials })
}

/** A store in a folder of its own, for `testFileStore`. */
export function describeStore(url: string, name: string, log: Logger): TestedStore {
  const place = placeOf(url, name)
  const client = openS3Client(place)
  return {
    store: createS3Store({ place, givesAddresses: false, log }),
    async countUnfinished() {
      const command = new ListMultipartUploadsCommand({ Bucket: place.bucket, Prefix: place.folder })
      return (await client.send(command)).Uploads?.length ?? 0
    },
  }
}
