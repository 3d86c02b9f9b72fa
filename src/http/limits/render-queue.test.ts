import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '#shared/problem.ts'
import { createRenderQueue } from './render-queue.ts'

const isOverloaded = (error: unknown) => error instanceof Problem && error.status === 503

test('a few pages are rendered at a time; those that wait too long or exceed the queue are refused', async () => {
  const inTurn = createRenderQueue({ concurrency: 2, maxWaiting: 2 })
  const finish: (() => void)[] = []
  const render = () => new Promise<string>((resolve) => finish.push(() => resolve('page')))
  const first = [inTurn(render, 1_000), inTurn(render, 1_000)]
  const late = inTurn(render, 20)
  const patient = inTurn(render, 10_000)
  await assert.rejects(inTurn(render, 1_000), isOverloaded)
  await assert.rejects(late, isOverloaded)
  assert.equal(finish.length, 2)
  for (const end of finish) end()
  assert.deepEqual(await Promise.all(first), ['page', 'page'])
  finish.at(-1)?.()
  assert.equal(await patient, 'page')
})

test('a page that has begun is waited for, however long it takes', async () => {
  const inTurn = createRenderQueue()
  const page = inTurn(() => new Promise((resolve) => setTimeout(resolve, 60, 'page')), 10)
  assert.equal(await page, 'page')
})

test('a fault of a page is passed on', async () => {
  const inTurn = createRenderQueue()
  await assert.rejects(
    inTurn(() => Promise.reject(new Error('broken')), 1_000),
    /broken/,
  )
})
