import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { badValues } from '../../../../test/support/hostile/hostile-values.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { insertAccount } from '../../../../test/support/social/publishing-engine.ts'
import { mostSlots, SocialAccount, type Timetable } from './contract.ts'
import { usualTimetable } from './timetable.ts'

let product: TestApp
let editor: Send
let id: string

before(async () => {
  product = await startTestApp()
  editor = await product.signInAs('editor')
})
after(() => product?.close())
beforeEach(async () => {
  await product.pool.query('DELETE FROM social_accounts')
  id = await insertAccount(product.db, 'threads')
})

const set = (json: unknown, send = editor, account = id) =>
  send(`/api/social/accounts/${account}/timetable`, { method: 'PUT', json })
const read = async () =>
  (await editor('/api/social/accounts')).read(z.array(SocialAccount)).map(({ timetable }) => timetable)

const mondays: Timetable = {
  time_zone: 'America/Mexico_City',
  slots: [
    { weekday: 7, time: '23:59' },
    { weekday: 1, time: '18:30' },
    { weekday: 1, time: '08:05' },
  ],
}

test('an account has the usual timetable in the time zone of the site until somebody says another', async () => {
  assert.deepEqual(await read(), [usualTimetable('UTC')])
  const reply = await set(mondays)
  assert.equal(reply.status, 200)
  const sorted = { ...mondays, slots: mondays.slots.toReversed() }
  assert.deepEqual(reply.read(SocialAccount).timetable, sorted)
  assert.deepEqual(await read(), [sorted])
  const none = { ...mondays, slots: [] }
  assert.equal((await set(none)).status, 200)
  assert.deepEqual(await read(), [none])
})

test('a change of a timetable is in the audit log', async () => {
  await set(mondays)
  const { rows } = await product.pool.query<{ after: unknown }>(
    `SELECT after -> 'timetable' AS after FROM audit_entries WHERE subject = 'social_accounts' AND operation = 'update' AND row_key = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ after: { ...mondays, slots: mondays.slots.toReversed() } }])
})

test('a timetable is set by editors for accounts that are connected', async () => {
  assert.equal((await set(mondays, await product.signInAs('viewer'))).status, 403)
  assert.equal((await set(mondays, product.send)).status, 401)
  assert.equal((await set(mondays, editor, crypto.randomUUID())).status, 404)
  await product.pool.query('UPDATE social_accounts SET disconnected_at = now()')
  assert.equal((await set(mondays)).status, 404)
})

test('a timetable that is none is refused with a sentence, and nothing is stored', async () => {
  const everyQuarter = Array.from({ length: mostSlots + 1 }, (_, quarter) => ({
    weekday: 1,
    time: `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  }))
  assert.equal((await set({ ...mondays, slots: everyQuarter.slice(1) })).status, 200)
  const [before] = await read()
  const slot = { weekday: 1, time: '09:00' }
  const bad: unknown[] = [
    { ...mondays, slots: everyQuarter },
    { ...mondays, slots: [slot, slot] },
    ...[0, 8, 1.5, '1'].map((weekday) => ({ ...mondays, slots: [{ ...slot, weekday }] })),
    ...['24:00', '9:00', '09:60', '09:00:00', ' 09:00'].map((time) => ({
      ...mondays,
      slots: [{ ...slot, time }],
    })),
    ...['Mars/Olympus', '+02:00', ''].map((time_zone) => ({ ...mondays, time_zone })),
    { slots: [] },
    ...Object.values(badValues).flatMap((value) => [
      value,
      { ...mondays, time_zone: value },
      { ...mondays, slots: value },
      { ...mondays, slots: [value] },
      ...(value === 7 ? [] : [{ ...mondays, slots: [{ ...slot, weekday: value }] }]),
      { ...mondays, slots: [{ ...slot, time: value }] },
    ]),
  ]
  for (const json of bad) {
    const reply = await set(json)
    const asked = JSON.stringify(json)?.slice(0, 90)
    assert.ok([413, 415, 422, 400].includes(reply.status), `${asked}: ${reply.status}`)
    for (const { message } of reply.problem().errors ?? [])
      assert.match(message, /^\p{Lu}[^{}]* [^{}]*$/u, asked)
  }
  assert.deepEqual(await read(), [before])
})
