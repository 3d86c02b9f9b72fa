import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { StartError } from '#platform/start-error.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'

const secrets = ['one', 'two', 'three'].map((name) => `the-secret-${name}-of-an-installation-long-enough`)
const [one = '', two = '', three = ''] = secrets
let app: TestApp
before(async () => {
  app = await startTestApp({ env: { SECRET_KEY: one } })
})
after(() => app.close())

const start = (env: Record<string, string>) => startTestApp({ databaseUrl: app.databaseUrl, env })
const isRefused = (error: Error) =>
  error instanceof StartError &&
  /another secret.*same SECRET_KEY/.test(error.message) &&
  !error.message.includes(one)

test('a process with another secret than one that runs is refused, until that has ended', async () => {
  await assert.rejects(start({ SECRET_KEY: two }), isRefused)
  const same = await start({ SECRET_KEY: one })
  await same.close()
})

test('a secret is replaced in one process after the other', async () => {
  const first = await start({ SECRET_KEY: two, SECRET_KEY_OLD: one })
  const second = await start({ SECRET_KEY: two, SECRET_KEY_OLD: one })
  // One that was not restarted yet still runs beside them, but not one that knows neither.
  await assert.rejects(start({ SECRET_KEY: three }), isRefused)
  await Promise.all([first.close(), second.close()])
})
