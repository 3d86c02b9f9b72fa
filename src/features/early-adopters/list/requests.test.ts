import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter, Lead } from '#features/early-adopters/contract.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationFormOf, registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())

const register = (changes: Parameters<typeof registrationOf>[0]) =>
  app.send('/api/early-adopters', { json: registrationOf(changes) })
const list = async (query: string) => {
  const reply = await admin(`/api/early-adopters?${query}`)
  return { people: reply.read(z.array(EarlyAdopter)), total: Number(reply.headers['x-total-count']) }
}
const findLead = async (name: string) => {
  const [person] = (await list(`search=${name}`)).people
  return (await admin(`/api/leads/${person?.id}`)).read(Lead)
}

describe('what a lead asks for', () => {
  test('narrows the list, alone and with other filters, with the right totals', async () => {
    for (const kind of leadKinds) await register({ name: `Kind ${kind}`, kind, segment: 'business' })
    app.clock.advance(1_000)
    await register({ name: 'Kind other', kind: 'investor', segment: 'academic' })
    const { people, total } = await list('kind=investor')
    assert.deepEqual(
      people.map(({ name, kind }) => [name, kind]),
      [
        ['Kind other', 'investor'],
        ['Kind investor', 'investor'],
      ],
    )
    assert.equal(total, 2)
    assert.equal((await list('kind=investor&segment=business')).total, 1)
    assert.equal((await list('kind=adopter&search=kind')).total, 1)
    assert.equal((await list('kind=demo&has_badge=true')).total, 0)
    assert.equal((await admin('/api/early-adopters?kind=x')).status, 422)
  })

  test('is counted after changes of the table', async () => {
    const { total } = await list('kind=supporter')
    await register({ name: 'Gone soon', kind: 'supporter' })
    assert.equal((await list('kind=supporter')).total, total + 1)
    await app.pool.query("UPDATE early_adopters SET kind = 'contact' WHERE name = 'Gone soon'")
    assert.equal((await list('kind=supporter')).total, total)
    await app.pool.query("DELETE FROM early_adopters WHERE name = 'Gone soon'")
    assert.equal((await list('kind=contact')).total, 1)
  })
})

describe('a message', () => {
  test('is plain text of several lines, kept with the page it came from', async () => {
    const message = '  <b>One</b>\r\n\r\ntwo\t& three  '
    assert.equal(
      (await register({ name: 'Messenger', message, page: '/fr/use-cases/identity/' })).status,
      201,
    )
    const lead = await findLead('messenger')
    assert.equal(lead.message, '<b>One</b>\n\ntwo\t& three')
    assert.equal(lead.page, '/use-cases/identity')
    assert.equal(lead.kind, 'adopter')
    assert.deepEqual(lead.enquiries, [])
  })

  test('of 2,000 characters is taken, however a browser ends lines, and one more is refused', async () => {
    const most = `${'a\n'.repeat(999)}ab`
    assert.equal((await register({ message: most.replaceAll('\n', '\r\n') })).status, 201)
    const refusal = await register({ message: `${most}c` })
    assert.equal(refusal.status, 422)
    assert.equal(refusal.problem().errors?.[0]?.field, 'message')
  })

  test('and the kind arrive from a form without scripts, with its page', async () => {
    const form = registrationFormOf({ name: 'Formless' })
    const reply = await app.send('/de/use-cases/industrial', {
      form: { ...form, kind: 'demo', message: 'Which part\r\nand whose hands', page: '/about' },
    })
    assert.equal(reply.status, 303)
    const { message, page, kind } = await findLead('formless')
    assert.deepEqual([message, page, kind], ['Which part\nand whose hands', '/use-cases/industrial', 'demo'])
  })

  for (const json of [
    { page: '/nowhere' },
    { page: 'https://evil.example/' },
    { page: '/admin' },
    { message: 'a\u0000b' },
    { message: 7 },
    { kind: 'x' },
  ]) {
    test(`refuses ${JSON.stringify(json)} with a sentence`, async () => {
      const reply = await app.send('/api/early-adopters', { json: { ...registrationOf(), ...json } })
      assert.equal(reply.status, 422)
      assert.match(reply.problem().errors?.[0]?.message ?? '', /\S \S/)
    })
  }
})
