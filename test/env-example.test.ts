import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { readConfig } from '../src/config.ts'
import { variables } from '../src/environment.ts'

const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const example = parseEnv(text)

describe('.env.example', () => {
  test('names every variable that the product reads, and no other', () => {
    assert.ok(Object.keys(variables).length > 0)
    assert.deepEqual(Object.keys(example).sort(), Object.keys(variables).sort())
  })

  test('says what each one does, in the line above it', () => {
    const lines = text.split('\n')
    const silent = lines.filter(
      (line, index) => /^[A-Z_]+=/.test(line) && !/^# \S.{9,}/.test(lines[index - 1] ?? ''),
    )
    assert.deepEqual(silent, [])
  })

  test('changes nothing when it is used as it is', () => {
    assert.deepEqual(readConfig(example), readConfig({}))
  })
})
