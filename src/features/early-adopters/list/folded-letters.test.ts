import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { searchTextOf } from '#features/early-adopters/records/search-text.ts'
import { matchesQuery } from '#shared/fold-text.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const searches: [name: string, search: string][] = [
  ['Łukasz Wójcik', 'lukasz'],
  ['Marit Ødegård', 'odegard'],
  ['Núria López', 'nuria lopez'],
  ['Hans von der Straße', 'strasse'],
  ['Ægir Þórsson', 'aegir thorsson'],
  ['Đorđe Œuvrard', 'dorde oeuvrard'],
  ['Işıl Yıldız', 'isil yildiz'],
  ['Borg Ħamrun', 'hamrun'],
  ['Ŋala Ŧeara', 'nala teara'],
  ['Guðrún', 'gudrun'],
  ['Νίκος', 'ΝΙΚΟΣ'],
]
const migration = new URL(
  '../../../../migrations/20261123183657_folded_letters/migration.sql',
  import.meta.url,
)

let app: TestApp
let team: Send

before(async () => {
  app = await startTestApp()
  team = await app.signInAs('editor')
  // As it was stored before these letters were folded.
  const storedTexts = searches.map(([name], n) =>
    `${name} ${n}@b.org`
      .normalize('NFKD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase(),
  )
  await app.pool.query(
    `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
       search_text, created_at, last_contact_at)
     SELECT gen_random_uuid(), n || '@b.org', n || '@b.org', name, 'academic', '{}', 'es', now(), 'b', text, now(), now()
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS people(name, text, n)`,
    [searches.map(([name]) => name), storedTexts],
  )
  await app.pool.query(await readFile(migration, 'utf8'))
})
after(() => app.close())

async function find(search: string): Promise<string[]> {
  const reply = await team(`/api/early-adopters?${new URLSearchParams({ search })}`)
  return reply.read(z.array(EarlyAdopter)).map(({ name }) => name)
}

test('letters that are not a letter with a mark are found by their plain form, and by themselves', async () => {
  for (const [name, search] of searches) {
    assert.deepEqual(await find(search), [name], search)
    assert.deepEqual(await find(name), [name], name)
    assert.ok(matchesQuery(name, search), search)
  }
})

test('leads of before are stored as those of now', async () => {
  const { rows } = await app.pool.query<{ name: string; search_text: string }>(
    'SELECT name, search_text FROM early_adopters',
  )
  for (const { name, search_text } of rows)
    assert.ok(search_text.startsWith(searchTextOf(name, '', '')), name)
})
