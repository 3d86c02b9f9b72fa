import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// PostgreSQL keeps locks of one number apart from those of two, of which the first is the same for all of a kind.
test('no two advisory locks have the same number, so that none is taken for another', () => {
  const root = new URL('../src/', import.meta.url).pathname
  const locks = globSync('**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/const (\w+) = (7_203_\d+)/g)].map(
      ([, name = '', number]) => ({ name: `${file} ${name}`, lock: `${/space$/i.test(name)} ${number}` }),
    ),
  )
  assert.ok(locks.length > 5)
  const shared = [...Map.groupBy(locks, ({ lock }) => lock).values()].filter((same) => same.length > 1)
  assert.deepEqual(
    shared.map((same) => same.map(({ name }) => name)),
    [],
  )
})
