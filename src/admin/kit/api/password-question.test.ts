import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswordQuestion } from './password-question.ts'

test('one question answers all who asked, and the next one asks anew', async () => {
  const question = createPasswordQuestion()
  const seen: boolean[] = []
  question.subscribe(() => seen.push(question.isOpen()))
  const both = [question.ask(), question.ask()]
  question.answer(true)
  assert.deepEqual(await Promise.all(both), [true, true])
  const next = question.ask()
  question.answer(false)
  assert.equal(await next, false)
  assert.deepEqual(seen, [true, false, true, false])
  // Nothing was asked.
  question.answer(true)
  assert.equal(question.isOpen(), false)
})
