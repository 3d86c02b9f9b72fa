import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const states = ['met', 'partly', 'gap', 'operator', 'n/a']

describe('docs/security.md', () => {
  const document = read('docs/security.md')

  test('names only files that are there', () => {
    const named = [...document.matchAll(/`((?:src|test|e2e|bench|drills|tools)\/[^`*]+\.tsx?)`/g)].map(
      ([, file = '']) => file,
    )
    assert.ok(named.length > 100)
    assert.deepEqual(
      named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url))),
      [],
    )
  })

  test('has a state for each requirement of OWASP ASVS 5.0, level 1 and 2, once, and adds them up', () => {
    const rows = [...document.matchAll(/^\| ([\d., ]+) \| ([12]) \| (\S+) \| (.+) \|$/gm)]
    const requirements = rows.flatMap(([, numbers = '', level, state]) =>
      numbers.split(', ').map((number) => ({ number, level, state })),
    )
    assert.equal(new Set(requirements.map(({ number }) => number)).size, 253)
    assert.equal(requirements.length, 253)
    assert.equal(requirements.filter(({ level }) => level === '1').length, 70)
    const count = (state: string) => requirements.filter((one) => one.state === state).length
    assert.equal(
      states.map(count).reduce((sum, part) => sum + part),
      253,
    )
    const [met, partly, gap, operator, none] = states.map(count)
    const sum = `${met} met, ${partly} partly, ${gap} gaps, ${operator} the operator's, ${none} not applicable`
    assert.ok(document.includes(sum), sum)
  })
})
