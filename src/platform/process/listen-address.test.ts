import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartError } from '#platform/start-error.ts'
import { explainListenError } from './listen-address.ts'

const address = { port: 80, host: 'localhost' }

test('a port that needs rights is explained with the variable to change', () => {
  const refusal = Object.assign(new Error('listen EACCES'), { syscall: 'listen', code: 'EACCES' })
  const explained = explainListenError(refusal, address)
  assert.ok(explained instanceof StartError)
  assert.match(explained.message, /^Port 80 is closed to this user: set PORT to /)
})

test('an error of anything else is left as it is', () => {
  const refusal = Object.assign(new Error('open EACCES'), { syscall: 'open', code: 'EACCES' })
  assert.equal(explainListenError(refusal, address), refusal)
})
