import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { RegistrationResponse } from '#features/early-adopters/contract.ts'
import { type Puzzle, solvePuzzle } from '#features/early-adopters/site/proof.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { registrationFormOf, registrationOf } from '../../../../test/support/factories.ts'
import type { Reply } from '../../../../test/support/http-client.ts'
import { createBotCheck } from './bot-check.ts'

const Refusal = z.object({
  code: z.literal('proof_required'),
  challenge: z.string(),
  rounds: z.int(),
  bits: z.int(),
  detail: z.string().min(20),
})
const minute = 60_000
let app: TestApp

before(async () => {
  app = await startTestApp({ env: { SIGN_UP_LIMIT: '2' } })
})
beforeEach(async () => {
  app.clock.advance(minute)
  await app.pool.query('DELETE FROM early_adopters')
})
after(() => app.close())

const send = (changes: object = {}) =>
  app.send('/api/early-adopters', { json: { ...registrationOf(), ...changes } })
const count = async () => (await app.pool.query('SELECT FROM early_adopters')).rowCount

/** Signs up until a proof is required. */
async function attack(): Promise<Puzzle> {
  for (let times = 0; times < 2; times++) assert.equal((await send()).status, 201)
  const reply = await send()
  assert.equal(reply.status, 429)
  return puzzleOf(reply)
}

function puzzleOf(reply: Reply): Puzzle {
  assert.ok(Number(reply.headers['retry-after']) > 0)
  return Refusal.parse(JSON.parse(reply.text))
}

describe('a client that fills in the hidden field', () => {
  test('gets the usual response, and nothing is stored', async () => {
    const bot = await send({ homepage: 'https://cheap.example' })
    assert.deepEqual(bot.read(RegistrationResponse), (await send()).read(RegistrationResponse))
    assert.equal(bot.status, 201)
    assert.equal(await count(), 1)
  })

  test('gets it in the form without scripts too', async () => {
    const form = registrationFormOf()
    const bot = await app.send('/es/', { form: { ...form, homepage: 'x' } })
    assert.equal(bot.status, 303)
    assert.equal(await count(), 0)
    const person = await app.send('/es/', { form: { ...form, homepage: '' } })
    assert.equal(person.headers.location, bot.headers.location)
    assert.equal(await count(), 1)
  })
})

describe('when many sign up at once', () => {
  test('a proof is required and accepted for this address only, and no longer required a minute later', async () => {
    const puzzle = await attack()
    const nonces = await solvePuzzle(puzzle, 'ana@example.org')
    const proof = { challenge: puzzle.challenge, nonces }
    assert.equal((await send({ email: 'other@example.org', proof })).status, 429)
    assert.equal((await send({ email: 'ana@example.org', proof })).status, 201)
    assert.equal((await send({ email: 'ana@example.org', proof })).status, 201)
    assert.equal(await count(), 3)
    app.clock.advance(minute)
    assert.equal((await send()).status, 201)
  })

  test('a proof that is forged, expired, too short or too easy is refused', async () => {
    const puzzle = await attack()
    const email = 'ana@example.org'
    const nonces = await solvePuzzle(puzzle, email)
    const { challenge } = puzzle
    const easy = await solvePuzzle({ ...puzzle, bits: 4 }, email)
    const [ends = '', ...rest] = challenge.split('.')
    const later = [String(Number(ends) + 1), ...rest].join('.')
    for (const proof of [
      { challenge, nonces: nonces.slice(1) },
      { challenge, nonces: [] },
      { challenge, nonces: easy },
      { challenge: later, nonces: await solvePuzzle({ ...puzzle, challenge: later }, email) },
      { challenge: '', nonces },
      { challenge: '..', nonces },
    ]) {
      assert.equal((await send({ email, proof })).status, 429)
    }
    app.clock.advance(10 * minute)
    await attack()
    assert.equal((await send({ email, proof: { challenge, nonces } })).status, 429)
  })

  test('the form without scripts keeps what was typed and says when to try again', async () => {
    await attack()
    const reply = await app.send('/es/', { form: registrationFormOf({ name: 'Zoë Zweig' }) })
    assert.equal(reply.status, 429)
    assert.ok(reply.text.includes('value="Zoë Zweig"') && reply.text.includes('espera un minuto'))
  })
})

test('a client that fills in the form faster than a person always needs a proof', async () => {
  assert.equal((await send({ elapsed: 300 })).status, 429)
  assert.equal((await send({ elapsed: 30_000 })).status, 201)
})

test('no proof is required without a limit of sign-ups', async () => {
  const free = await startTestApp({ databaseUrl: app.databaseUrl })
  try {
    const replies = await Promise.all(
      Array.from({ length: 300 }, () => free.send('/api/early-adopters', { json: registrationOf() })),
    )
    assert.ok(replies.every(({ status }) => status === 201))
  } finally {
    await free.close()
  }
})

describe('sign-ups from many networks', () => {
  const limit = 3
  const createCheck = (clock = createFakeClock()) => {
    const check = createBotCheck({ clock, secret: 'x', limit })
    return (network: string) =>
      check(network, 'ana@example.org', {}).then(
        () => true,
        () => false,
      )
  }

  test('a network that is over its own limit does not use up that of the others', async () => {
    const isLetThrough = createCheck()
    for (let times = 0; times < 100; times++) assert.equal(await isLetThrough('one'), times < limit)
    assert.equal(await isLetThrough('two'), true)
  })

  test('are remembered up to the limit of all together, however many come', async () => {
    const clock = createFakeClock()
    const isLetThrough = createCheck(clock)
    const consume = mock.method(RateLimiterMemory.prototype, 'consume')
    try {
      let letThrough = 0
      for (let network = 0; network < 1_000; network++) if (await isLetThrough(`${network}`)) letThrough++
      assert.equal(letThrough, limit * 5)
      const keys = consume.mock.calls.map(({ arguments: [key] }) => String(key))
      assert.ok(new Set(keys).size <= limit * 5 + 1, `${new Set(keys).size} keys`)
      clock.advance(minute)
      assert.equal(await isLetThrough('1001'), true)
    } finally {
      consume.mock.restore()
    }
  })
})
