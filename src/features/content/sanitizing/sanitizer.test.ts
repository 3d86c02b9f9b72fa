import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createWorkerPool, WorkerLimitError } from '#platform/worker-pool.ts'
import { Problem } from '#shared/problem.ts'
import { sanitizeRichText } from './sanitize.ts'
import { createSanitizer } from './sanitizer.ts'

const pool = createWorkerPool()
after(() => pool.close())

describe('the sanitiser', () => {
  test('sanitises short texts directly and long ones in a worker, with the same result', async () => {
    let runs = 0
    const sanitize = createSanitizer({
      run(task, input, options) {
        runs++
        return pool.run(task, input, options)
      },
    })
    const short = '<p onclick="x">Hola</p><script>alert(1)</script>'
    assert.deepEqual(await sanitize(short), { html: '<p>Hola</p>', isBlank: false })
    assert.deepEqual(await sanitize('<p> </p>'), { html: '<p> </p>', isBlank: true })
    assert.equal(runs, 0)
    const long = short.repeat(2_000)
    assert.deepEqual(await sanitize(long), { html: sanitizeRichText(long), isBlank: false })
    assert.deepEqual((await sanitize(`<p>${' '.repeat(60_000)}</p>`)).isBlank, true)
    assert.equal(runs, 2)
  })

  test('refuses a text that takes too much time or memory', async () => {
    const sanitize = createSanitizer({ run: () => Promise.reject(new WorkerLimitError('time')) })
    await assert.rejects(
      sanitize('x'.repeat(60_000)),
      (error) => error instanceof Problem && error.status === 422,
    )
  })
})
