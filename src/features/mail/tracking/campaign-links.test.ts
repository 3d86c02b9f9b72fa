import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { campaigns } from '#features/campaigns/table.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { startTestEngine, type TestEngine } from '../../../../test/support/mail-engine.ts'
import { createCampaignLinks } from './campaign-links.ts'
import { hiddenLink } from './links.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let engine: TestEngine
let id: string

before(async () => {
  database = await createTestDatabase()
  engine = startTestEngine({ databaseUrl: database.url })
})
beforeEach(async () => {
  const now = engine.clock.now()
  const [campaign] = await engine.db
    .insert(campaigns)
    .values({
      ...{ name: 'News', texts: {}, fallbackLanguage: 'es' },
      audience: {
        ...{ segments: [], languages: [], kinds: [], badges: [], tags: [], search: '' },
        ...{ lead_ids: [], except_campaign: null, unopened_campaign: null },
      },
      ...{ createdAt: now, updatedAt: now },
    })
    .returning()
  assert.ok(campaign)
  id = campaign.id
})
after(async () => {
  await engine.close()
  await database.drop()
})

test('links keep their places when any process adds others, and each language has its own list', async () => {
  const [first, second] = [createCampaignLinks(engine), createCampaignLinks(engine)]
  assert.deepEqual(await first.include(id, 'es', ['a', 'b']), ['a', 'b'])
  assert.deepEqual(await second.include(id, 'es', ['d', 'b', 'c']), ['a', 'b', 'd', 'c'])
  assert.deepEqual(await first.include(id, 'es', ['b']), ['a', 'b'])
  assert.deepEqual(await first.include(id, 'es', ['c', 'e']), ['a', 'b', 'd', 'c', 'e'])
  assert.deepEqual(await first.include(id, 'de', ['e']), ['e'])
})

test('lists that are extended by two processes at once lose nothing', async () => {
  const processes = [createCampaignLinks(engine), createCampaignLinks(engine)]
  const wanted = Array.from({ length: 20 }, (_, at) => `link ${at}`)
  await Promise.all(wanted.map((link, at) => processes[at % 2]?.include(id, 'es', [link])))
  const list = await createCampaignLinks(engine).include(id, 'es', [])
  assert.deepEqual(list.toSorted(), wanted.toSorted())
})

test('a list is no longer than the number of tracked links of a mail', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `link ${at}`)
  const links = createCampaignLinks(engine)
  await links.include(id, 'es', many)
  const list = await links.include(
    id,
    'es',
    many.map((link) => `other ${link}`),
  )
  assert.equal(list.length, hiddenLink)
  assert.deepEqual(list.slice(0, many.length), many)
})
