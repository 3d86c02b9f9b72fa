import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#shared/languages.ts'
import { formatWeeks, planSteps } from './weeks.ts'

test('weeks are formatted as a range in each language', () => {
  assert.equal(formatWeeks([1, 2], 'en'), '1–2 weeks')
  assert.equal(formatWeeks([2, 4], 'es'), '2-4 semanas')
  assert.equal(formatWeeks([1, 2], 'ru'), '1–2 недели')
  assert.equal(formatWeeks([4, 8], 'ru'), '4–8 недель')
  assert.match(formatWeeks([2, 4], 'ar'), /٢.٤/)
  for (const language of languages) assert.doesNotMatch(formatWeeks([1, 2], language), /~/)
})

test('steps follow each other, and the total is their sum', () => {
  const plan = planSteps([
    [1, 2],
    [2, 4],
    [1, 2],
  ])
  assert.deepEqual(plan.total, [4, 8])
  assert.deepEqual(
    plan.steps.map(({ start }) => start),
    [0, 2, 6],
  )
})
