import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** Sends bytes as they are, and answers the first line of what comes back. */
async function sendRaw(request: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  socket.write(request)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data).split('\r\n')[0]
}

// Such a request has no length at all, so its body is over before anyone could wait for its end.
test('a body that is announced and does not come is refused at once', async (t) => {
  const requests = {
    '/api/early-adopters': ['application/json', 400],
    '/api/auth/login': ['application/x-www-form-urlencoded', 422],
    '/es/': ['application/x-www-form-urlencoded', 422],
  } as const
  for (const [path, [type, status]] of Object.entries(requests)) {
    await t.test(path, async () => {
      const line = await sendRaw(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n\r\n`)
      assert.match(line ?? '', new RegExp(`^HTTP/1.1 ${status} `))
    })
  }
})
