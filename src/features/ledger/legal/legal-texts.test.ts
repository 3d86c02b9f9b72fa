import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createLegalTexts } from './legal-texts.ts'

let app: TestApp
let company = 'Firmeza'
let readings = 0
let texts: ReturnType<typeof createLegalTexts>

before(async () => {
  app = await startTestApp()
  const { db, clock } = app
  const { record } = createLedgerRecords({ clock })
  texts = createLegalTexts({
    ...{ db, clock, record, publicUrl: 'https://firmeza.example' },
    readText(page, language) {
      readings++
      return `${company}: ${page} (${language})\n`
    },
    describeFacts: () => company,
  })
})
after(() => app.close())

const count = async (table: string) => (await app.pool.query(`SELECT FROM ${table}`)).rows.length

describe('legal texts', () => {
  test('are recorded once, with the address of each version', async () => {
    await texts.poller.poll()
    await texts.recordPresent()
    assert.deepEqual([await count('legal_texts'), await count('ledger_queue')], [20, 20])
    const text = 'Firmeza: privacy (ar)\n'
    const sha256 = createHash('sha256').update(text).digest('hex')
    const { rows } = await app.pool.query(
      `SELECT statement FROM ledger_openings WHERE statement ->> 'sha256' = $1`,
      [sha256],
    )
    const url = `https://firmeza.example/ledger/legal/${sha256}.txt`
    assert.deepEqual(rows, [
      { statement: { type: 'legal_text', page: 'privacy', language: 'ar', sha256, url } },
    ])
    const answer = await app.send(`/ledger/legal/${sha256}.txt`)
    assert.equal(answer.text, text)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(answer.headers['content-language'], 'ar')
    assert.match(answer.headers['cache-control'] ?? '', /immutable/)
  })

  test('are read again only when what they say may have changed, and kept in every version', async () => {
    const before = readings
    await texts.poller.poll()
    assert.equal(readings, before)
    company = 'Other'
    app.clock.advance(1000)
    await texts.poller.poll()
    assert.deepEqual([await count('legal_texts'), await count('ledger_queue')], [40, 40])
  })

  test('are recorded again once they are published again, by one process', async () => {
    company = 'Firmeza'
    app.clock.advance(1000)
    await Promise.all([texts.recordPresent(), texts.recordPresent()])
    assert.deepEqual([await count('legal_texts'), await count('ledger_queue')], [40, 60])
  })

  test('that were never published are not found', async () => {
    assert.equal((await app.send(`/ledger/legal/${'0'.repeat(64)}.txt`)).status, 404)
  })
})
