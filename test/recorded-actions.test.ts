import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Permission } from '#shared/permissions.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const load = (files: string): Promise<Record<string, unknown>[]> =>
  Promise.all(globSync(files, { cwd: project }).map((file) => import(`${project}${file}`)))

test('every action that asks for the password has a sentence in its feature, for the list of recorded actions', async () => {
  const permissions = (await load('src/features/*/permissions.ts'))
    .flatMap((exported) => Object.values(exported))
    .flatMap((table) => (typeof table === 'object' && table !== null ? Object.values(table) : []))
    .filter(isPermission)
  const recorded = permissions.filter(({ recentPassword }) => recentPassword).map(({ action }) => action)
  assert.ok(recorded.length >= 4)
  const lists = await load('src/features/*/admin/recorded-actions.ts')
  const actions = lists.flatMap(({ recordedActions }) => Object.keys(recordedActions ?? {}))
  assert.deepEqual(
    recorded.filter((action) => !actions.includes(action)),
    [],
  )
})

function isPermission(value: unknown): value is Permission {
  return typeof value === 'object' && value !== null && 'action' in value && 'recentPassword' in value
}
