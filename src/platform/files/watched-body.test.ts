import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readWatched } from './watched-body.ts'

const explain = (error: unknown) => new Error('explained', { cause: error })

test('what stops sending is given up, and its request ended', async () => {
  const body = new Readable({ read() {} })
  body.push('the beginning')
  const read: string[] = []
  await assert.rejects(async () => {
    for await (const chunk of readWatched(body, explain, 30)) read.push(String(chunk))
  }, /explained/)
  assert.deepEqual([read, body.destroyed], [['the beginning'], true])
})

test('a slow reader is not given up', async () => {
  const body = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(64 * 1024)))
  let size = 0
  for await (const chunk of readWatched(body, explain, 20)) {
    if (size === 0) await sleep(150)
    size += chunk.length
  }
  assert.equal(size, 20 * 64 * 1024)
})

test('a request ends when its reader does, and a failure before anybody reads is told to who reads then', async () => {
  const left = new Readable({ read() {} })
  readWatched(left, explain).destroy()
  await sleep(5)
  assert.equal(left.destroyed, true)
  const broken = new Readable({ read() {} })
  const out = readWatched(broken, explain)
  broken.destroy(new Error('cut'))
  await sleep(5)
  await assert.rejects(out.toArray(), /explained/)
})
