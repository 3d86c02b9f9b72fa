import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { systemClock } from '#platform/clock.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type EngineSimulator, sendJson, startSimulator } from './support/seo/engines/http-simulator.ts'
import { type SubmissionEngine, startSubmissionEngine, testSite } from './support/seo/submission-engine.ts'
import { until } from './support/until.ts'

const program = fileURLToPath(new URL('./support/seo/submitting-process.ts', import.meta.url))
const batch = 2_000
const count = 20_000
const token = 'a-token'
let database: TestDatabase
let baidu: EngineSimulator
let observer: SubmissionEngine
const processes: ChildProcess[] = []

before(async () => {
  database = await createTestDatabase()
  // It takes what it is told, and then needs a while to say so.
  baidu = await startSimulator(async (response, { body }) => {
    await sleep(150)
    sendJson(response, 200, { success: body.split('\n').length, remain: 1_000_000 })
  })
  observer = startSubmissionEngine({
    ...{ databaseUrl: database.url, clock: systemClock, listed: () => listed },
    ...{ endpoints: { baidu: baidu.origin }, credentials: { baiduToken: token } },
  })
})
after(async () => {
  for (const one of processes) one.kill('SIGKILL')
  await observer.close()
  await baidu.close()
  await database.drop()
})

const listed: ListedAddress[] = Array.from({ length: count }, (_, index) => ({
  ...{ address: `${testSite}/es/${index}`, language: 'es', type: 'page', changedAt: new Date('2026-01-01') },
}))

function startProcess(): ChildProcess {
  const child = fork(program, [database.url, baidu.origin, token])
  processes.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const countWhere = async (condition: string): Promise<number> => {
  const { rows } = await observer.db.execute<{ count: string }>(
    `SELECT count(*) FROM seo_submissions WHERE ${condition}`,
  )
  return Number(rows[0]?.count)
}

test(`${count} addresses reach an engine though every process that sends them is killed between sending and recording`, async () => {
  await observer.submissions.submit(
    { engine: 'baidu', again: false },
    { startedBy: null, isAutomatic: false },
  )
  let [a, b] = [startProcess(), startProcess()]
  for (const requests of [2, 5]) {
    // Whoever is sending is killed before there is an answer: only one of them is, so both are.
    await until(() => baidu.received.length >= requests, `${requests} requests were sent`, 60)
    await Promise.all([kill(a), kill(b)])
    assert.equal(await countWhere("state = 'sending'"), batch, 'it was killed while it waited for the answer')
    // A lease ends after two minutes, for which a test does not wait.
    await observer.db.execute(
      "UPDATE seo_submission_calls SET taken_at = taken_at - interval '120 seconds' WHERE state = 'sending'",
    )
    ;[a, b] = [startProcess(), startProcess()]
  }
  await until(async () => (await countWhere("state = 'accepted'")) === count, 'all were accepted', 60)
  const sent = baidu.received.flatMap(({ body }) => body.split('\n'))
  assert.equal(new Set(sent).size, count, 'nothing was lost')
  assert.equal(sent.length, count + 2 * batch, 'only what was on its way was sent twice')
  assert.equal(await countWhere('unknown_attempts = 1 AND attempts = 2'), 2 * batch, 'the ledger says so')
  assert.equal(await countWhere('unknown_attempts = 0 AND attempts = 1'), count - 2 * batch)
  const [again] = await observer.submissions.submit(
    { engine: 'baidu', again: false },
    { startedBy: null, isAutomatic: false },
  )
  assert.equal(again?.run, null, 'and nothing is submitted again')
})
