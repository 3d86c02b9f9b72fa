import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManagedUser } from '#features/accounts/contract.ts'
import { filterUsers, readUserQuery, writeUserQuery } from './user-filter.ts'

const user = (name: string, rest: Partial<ManagedUser> = {}): ManagedUser => ({
  id: '00000000-0000-4000-8000-000000000000',
  username: 'u',
  name,
  role: 'editor',
  languages: null,
  email: null,
  state: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: null,
  sessions: 0,
  second_factor: false,
  invitation: null,
  ...rest,
})
const team = [
  user('Álvaro Núñez', { email: 'ALVARO@example.org' }),
  user('Zoe', { role: 'viewer', state: 'disabled' }),
  user('', { username: 'mona', state: 'invited' }),
]
const find = (address: string) =>
  filterUsers(team, readUserQuery(new URLSearchParams(address))).map(({ name, username }) => name || username)

test('users are found by parts of name, username and address, whatever case and accents', () => {
  assert.deepEqual(find('search=nunez'), ['Álvaro Núñez'])
  assert.deepEqual(find('search=alvaro@EXAMPLE'), ['Álvaro Núñez'])
  assert.deepEqual(find('search=MON'), ['mona'])
  assert.deepEqual(find('search=%25'), [])
  assert.equal(find('').length, 3)
})

test('the filters narrow further, and unknown values of an address are ignored', () => {
  assert.deepEqual(find('role=viewer'), ['Zoe'])
  assert.deepEqual(find('state=invited&role=editor'), ['mona'])
  assert.equal(find('role=root&state=gone').length, 3)
})

test('a query comes back from its address', () => {
  const address = 'search=a+b&role=admin&state=disabled'
  assert.equal(String(writeUserQuery(readUserQuery(new URLSearchParams(address)))), address)
  assert.equal(String(writeUserQuery(readUserQuery(new URLSearchParams('x=1')))), '')
})
