import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, startTestApp } from './support/build-app.ts'
import { awardBadge, insertLeads } from './support/badges.ts'
import { createRestoreDrill, type RestoreDrill, type SavedState } from './support/backups/restore-drill.ts'

let app: TestApp
let drill: RestoreDrill
before(async () => {
  app = await startTestApp()
  drill = createRestoreDrill(app)
})
after(() => app.close())

test('names only tables that there are', async () => {
  const tables = await drill.listTables()
  const named = app.app.backupParts.flatMap((part) => [
    ...[...(part.emptied ?? []), ...(part.untouched ?? []), ...(part.compared ?? [])],
  ])
  assert.deepEqual(named.filter((table) => !tables.includes(table)), [])
})

test('a plain restore', async () => {
  const admin = await app.signIn()
  const [leadId = ''] = await insertLeads(app, 1)
  await awardBadge(admin, leadId)
  await drill.settle()
  const saved = await drill.save()
  await drill.restore(saved)
  assert.deepEqual(await drill.findFaults(), [])
})
