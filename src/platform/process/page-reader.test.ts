import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPageReader } from './page-reader.ts'

/** A product that gives these answers one after the other, and then the last one. */
function answering(...codes: number[]) {
  const asked: string[] = []
  const get = async (url: string) => {
    const statusCode = codes[Math.min(asked.push(url), codes.length) - 1] ?? 0
    return { statusCode, body: `the page ${statusCode}` }
  }
  return { asked, get }
}

test('a page that is refused for a moment is asked for again, and no other', async () => {
  const busy = answering(503, 503, 200)
  assert.equal(await createPageReader({ get: busy.get, patience: 60_000, pause: 1 })('/es/'), 'the page 200')
  assert.equal(busy.asked.length, 3)

  const broken = answering(500, 200)
  await assert.rejects(createPageReader({ get: broken.get, patience: 60_000, pause: 1 })('/es/'), {
    message: '/es/ answers 500',
  })
  assert.equal(broken.asked.length, 1)

  const never = answering(503)
  await assert.rejects(createPageReader({ get: never.get, patience: 20, pause: 1 })('/es/'), {
    message: '/es/ answers 503',
  })
  assert.ok(never.asked.length > 1)
})
