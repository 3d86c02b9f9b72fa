import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/build-app.ts'
import { MissingOperatorData, SearchState } from './contract.ts'

const path = '/api/operator/missing'

test('admins, and nobody else, are told what is not configured about the operator', async () => {
  const app = await startTestApp({ env: { COMPANY_NAME: 'Sociedad de Pruebas', COMPANY_REGISTER: 'none' } })
  try {
    const admin = await app.signIn()
    assert.deepEqual((await admin(path)).read(MissingOperatorData).missing, ['address', 'law'])
    assert.equal((await (await app.signInAs('editor'))(path)).status, 403)
    assert.equal((await app.send(path)).status, 401)
    const page = (await app.send('/es/privacy')).text
    assert.match(page, /<dt>Titular del sitio<\/dt><dd><bdi>Sociedad de Pruebas<\/bdi><\/dd>/)
    assert.doesNotMatch(page, /<dt>Datos registrales/)
  } finally {
    await app.close()
  }
})

test('admins, and nobody else, are told whether the search knows all letters', async () => {
  const app = await startTestApp()
  try {
    const state = await (await app.signIn())('/api/operator/search')
    assert.deepEqual(state.read(SearchState), { knows_all_letters: true })
    assert.equal((await (await app.signInAs('editor'))('/api/operator/search')).status, 403)
  } finally {
    await app.close()
  }
})
