import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/support/build-app.ts'
import { days } from '../../test/support/clock.ts'

const read = (text: string) =>
  new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? []
        return [name, value] as const
      }),
  )

test('security.txt names the mailbox of the settings, in the form of RFC 9116', async () => {
  const app = await startTestApp({
    env: { PUBLIC_URL: 'https://firmeza.example', CONTACT_EMAIL: 'team@firmeza.example' },
  })
  try {
    const { status, headers, text } = await app.send('/.well-known/security.txt')
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    const fields = read(text)
    assert.equal(fields.get('Contact'), 'mailto:team@firmeza.example')
    assert.equal(fields.get('Canonical'), 'https://firmeza.example/.well-known/security.txt')
    assert.equal(fields.get('Preferred-Languages'), 'es, en')

    const left = Date.parse(fields.get('Expires') ?? '') - app.clock.now().getTime()
    assert.ok(left > 30 * days && left < 365 * days)
    app.clock.advance(300 * days)
    const later = read((await app.send('/.well-known/security.txt')).text)
    assert.ok(Date.parse(later.get('Expires') ?? '') > app.clock.now().getTime())
  } finally {
    await app.close()
  }
})
