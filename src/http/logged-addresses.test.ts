import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'

const secret = 'a-secret-that-a-link-holds'
const lines: string[] = []
let app: TestApp

before(async () => {
  app = await startTestApp({ log: createLog('debug', { write: (line: string) => lines.push(line) }) })
})
after(() => app.close())

test('the log contains the route of a request, never its address', async () => {
  const addresses = [
    `/es/rights/${secret}`,
    `/rights/${secret}/erase?${secret}`,
    `/es/unsubscribe/${secret}`,
    `/preview/${secret}`,
    `/api/signature/validate/${secret}`,
    `/api/signature/certificate/${secret}`,
    `/reset-password/${secret}`,
    `/invitation/${secret}`,
    `/activate-signature/${secret}`,
    `/es/activate-signature/${secret}/new-link`,
    `/api/early-adopters/${secret}?search=${secret}`,
    `/nothing/${secret}?q=${secret}`,
  ]
  for (const address of addresses) await app.send(address)
  const routes = lines
    .map((line): unknown => JSON.parse(line))
    .flatMap((line) => (line instanceof Object && 'route' in line ? [String(line.route)] : []))
  assert.equal(routes.length, addresses.length)
  assert.equal(routes[0], '/es/rights/:token')
  assert.ok(routes.includes('none'))
  assert.doesNotMatch(lines.join(''), new RegExp(secret))
})
