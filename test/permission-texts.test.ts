import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Permission } from '#shared/permissions.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const Words = z.record(z.string(), z.string().min(1))
const Catalogue = z.object({ features: Words, actions: z.record(z.string(), Words) })

const modules: Record<string, unknown>[] = await Promise.all(
  globSync('src/features/*/permissions.ts', { cwd: project }).map((file) => import(`${project}${file}`)),
)
const permissions = modules
  .flatMap((exported) => Object.values(exported))
  .flatMap((table) => (typeof table === 'object' && table !== null ? Object.values(table) : []))
  .filter(isPermission)
  .map(({ action }) => action)
const { features, actions } = Catalogue.parse(
  JSON.parse(readFileSync(`${project}locales/es/permissions.json`, 'utf8')),
)
const worded = Object.entries(actions).flatMap(([feature, names]) =>
  Object.keys(names).map((name) => `${feature}.${name}`),
)

describe('the table of permissions', () => {
  test('is read', () =>
    assert.ok(permissions.length > 40, `only ${permissions.length} permissions were read`))

  test('has words for each permission', () => {
    assert.deepEqual(
      permissions.filter((action) => !worded.includes(action)),
      [],
    )
  })

  test('has words for nothing that is no permission', () => {
    assert.deepEqual(
      worded.filter((action) => !permissions.includes(action)),
      [],
    )
  })

  test('has a name for each area, and for no other', () => {
    assert.deepEqual(Object.keys(features).sort(), Object.keys(actions).sort())
  })
})

function isPermission(value: unknown): value is Permission {
  return typeof value === 'object' && value !== null && 'action' in value && 'least' in value
}
