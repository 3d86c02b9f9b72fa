import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPasswordQuestion } from './password-question.ts'

test('one question serves all waiting calls, and the next call asks again', async () => {
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
