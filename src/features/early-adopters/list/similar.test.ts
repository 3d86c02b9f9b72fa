import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'

/** Names, each with typos: another letter, one too few, two in the wrong order. */
const typos: [name: string, ...typos: string[]][] = [
  ['Иван Петровский', 'петравский', 'петровкий', 'петрвоский', 'иван петравский'],
  ['يوسف الأندلسي', 'الأندلصي', 'الاندلي'],
  ['राजकुमार वर्मा', 'राजकुमर', 'राजखुमार'],
  ['Guillermo Ñandú', 'guilermo', 'Guillerno', 'gullermo'],
]

let app: TestApp
let team: Send

before(async () => {
  app = await startTestApp()
  team = await app.signInAs('editor')
  for (const [n, [name]] of typos.entries()) {
    const person = registrationOf({ name, email: `quetzal${n}@example.org`, company: null })
    assert.equal((await app.send('/api/early-adopters', { json: person })).status, 201)
  }
})
after(() => app.close())

async function find(path: string, search: string, send = team): Promise<string[]> {
  const reply = await send(`/api/early-adopters${path}?${new URLSearchParams({ search })}`)
  return reply.read(z.array(EarlyAdopter)).map(({ name }) => name)
}

test('a name with a typo is offered in every script, and is no match of the search itself', async () => {
  for (const [name, ...wrong] of typos)
    for (const search of wrong) {
      assert.deepEqual(await find('/similar', search), [name], search)
      assert.deepEqual(await find('', search), [], search)
    }
})

test('what is nothing like anybody, or too short to tell, offers nobody', async () => {
  for (const search of ['zzzzzz', 'иво', '王伟', ''])
    assert.deepEqual(await find('/similar', search), [], search)
})

test('an address with a typo is offered only to those who read addresses', async () => {
  assert.equal((await find('/similar', 'quetsal1@example.org'))[0], typos[1]?.[0])
  assert.deepEqual(await find('/similar', 'quetsal', await app.signInAs('viewer')), [])
})
