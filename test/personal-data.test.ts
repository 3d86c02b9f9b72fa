import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { PersonalData } from '#features/early-adopters/contract.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { languages } from '#shared/languages.ts'
import { type App, buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Feature } from '../src/feature.ts'
import { createFakeClock } from './support/clock.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { registrationOf } from './support/factories.ts'
import { createHttpClient, type Send } from './support/http-client.ts'

const secret = 'a secret that only the tests know of'
const publicUrl = 'https://site.example'
const survey = {
  favouriteColour: 'granate <b>',
  answered_at: '2026-03-04T05:06:00.000Z',
  would_recommend: true,
  visits: 12345,
  remarks: [],
  answers: [{ question: 'How?', answer: 'By post' }, 'none of these'],
}
const erased: { id: string; wasStored: boolean }[] = []

/** A feature as somebody might add it: it says what it stores about leads, and nothing else of the product knows it. */
const surveys: Feature = {
  personalData: {
    describe: async ({ emailKey }) => ({ product_survey: { ...survey, address: emailKey } }),
    async erase(transaction, { id }) {
      const rows = await transaction.select().from(earlyAdopters).where(eq(earlyAdopters.id, id))
      erased.push({ id, wasStored: rows.length === 1 })
    },
  },
}

let database: TestDatabase
let postgres: Postgres
let dataDir: string
let app: App
let send: Send

before(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: secret, PUBLIC_URL: publicUrl })
  const log = createLog(config.logLevel)
  const clock = createFakeClock()
  app = await buildApp({
    ...{ config, log, clock, dataDir, databaseUrl: database.url },
    moreFeatures: [surveys],
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  send = createHttpClient(`http://127.0.0.1:${port}`)
  postgres = connectPostgres(database.url, { log, max: 1 })
})
after(async () => {
  await postgres.close()
  await app.close()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

async function register(): Promise<{ id: string; token: string }> {
  assert.equal((await send('/api/early-adopters', { json: registrationOf() })).status, 201)
  const [lead] = await postgres.db.select().from(earlyAdopters)
  assert.ok(lead)
  return {
    id: lead.id,
    token: createRightsLinks({ secrets: { current: secret, earlier: [] }, publicUrl }).tokenOf(lead),
  }
}

test('what a new feature stores about a lead is shown, exported and erased once app.ts lists the feature', async () => {
  const { id, token } = await register()

  for (const language of languages) {
    const page = (await send(`/${language}/rights/${token}`)).text
    for (const readable of [
      'Product survey',
      'Favourite colour',
      'granate &lt;b&gt;',
      'Answered at',
      'By post',
    ]) {
      assert.ok(page.includes(readable), `${language}: ${readable}`)
    }
    for (const raw of ['2026-03-04T05:06', '[object', '>true<', 'rights:', 'parts.', 'values.']) {
      assert.ok(!page.includes(raw), `${language}: ${raw}`)
    }
  }
  const german = (await send(`/de/rights/${token}`)).text
  for (const value of ['4. März 2026', '>Ja<', '12.345', '>Nichts<', 'none of these']) {
    assert.ok(german.includes(value), value)
  }

  const exported = (await send(`/en/rights/${token}/export`, { form: {} })).read(PersonalData)
  assert.deepEqual(exported.product_survey, { ...survey, address: exported.person.email.toLowerCase() })

  assert.equal((await send(`/en/rights/${token}/erase`, { method: 'POST', form: {} })).status, 200)
  assert.deepEqual(erased, [{ id, wasStored: true }])
})
