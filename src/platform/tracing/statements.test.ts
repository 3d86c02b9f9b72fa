import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeStatement } from './statements.ts'

test('a statement is told without the values in it', () => {
  const { name, attributes } = describeStatement(`
    select "a1", count(*) from people
    where email = 'ana@example.org' and note = E'it\\'s' and town = 'L''Aquila' and age > 41.5 and id = $1
    and body = $tag$secret$tag$ limit 10`)
  assert.equal(name, 'SELECT')
  assert.equal(
    attributes?.['db.query.text'],
    'select "a1", count(*) from people where email = ? and note = ? and town = ? and age > ? and id = $1 and body = ? limit ?',
  )
})

test('a long statement is cut', () => {
  const { attributes } = describeStatement(`select ${'column_name, '.repeat(1_000)} 1`)
  assert.equal(String(attributes?.['db.query.text']).length, 2_000)
})
