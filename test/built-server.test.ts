import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { ContentItem } from '#features/content/contract.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { draftOf, registrationOf } from './support/factories.ts'
import { createHttpClient } from './support/http-client.ts'
import { runMain, type ServerProcess, startServerProcess } from './support/server-process.ts'

const password = 'correct horse battery'
let database: TestDatabase
let server: ServerProcess

// Most tests run the sources; these hold that the build made the same of them, packages included.
describe('the built server', () => {
  before(async () => {
    database = await createTestDatabase()
    server = await startServerProcess({ DATABASE_URL: database.url, ADMIN_PASSWORD: password })
  })
  after(() => database.drop())

  test('is what npm start runs', () => {
    assert.match(packageJson.scripts.start, / --built .* dist\/server\/main\.js$/)
  })

  test('shows its pages, describes its API and lends its texts', async () => {
    const page = await server.send('/es/')
    assert.equal(page.status, 200)
    assert.match(page.text, /<html lang="es"/)
    const description = JSON.parse((await server.send('/api/openapi.json')).text)
    assert.equal(description.info.version, packageJson.version)
    assert.ok(Object.keys(description.paths).length > 5)
    assert.equal((await server.send('/lang/hi.json')).status, 200)
    assert.equal((await server.send('/metrics')).status, 200)
    assert.equal((await server.send('/nowhere')).status, 404)
  })

  test('takes sign-ups, signs in, sanitizes and shows published texts', async () => {
    const registration = await server.send('/api/early-adopters', { json: registrationOf() })
    assert.equal(registration.status, 201)
    const login = await server.send('/api/auth/login', { form: { username: 'admin', password } })
    const token = login.read(LoginResponse).access_token
    const editor = createHttpClient(server.url, { authorization: `Bearer ${token}` })
    const content = '<h1 style="color: red">Impreso de nuevo</h1><script>alert(1)</script>'
    const saved = await editor('/api/content', { json: draftOf({ published: true, content }) })
    assert.equal(saved.read(ContentItem).content, '<h1>Impreso de nuevo</h1>')
    assert.match((await server.send('/es/')).text, /Impreso de nuevo/)
    // A long text is sanitised by a worker thread, which is run from the sources.
    const long = `${content}<p>Un párrafo largo.</p>`.repeat(900)
    const kept = await editor('/api/content', { json: draftOf({ version: 2, content: long }) })
    assert.equal(
      kept.read(ContentItem).content,
      '<h1>Impreso de nuevo</h1><p>Un párrafo largo.</p>'.repeat(900),
    )
    // So is a returned mail read.
    const bounce = await editor('/api/mail/bounces', {
      ...{ method: 'POST', body: 'Subject: hello\r\n\r\nhello' },
      headers: { 'content-type': 'message/rfc822' },
    })
    assert.equal(bounce.text, '{"outcome":"ignored"}')
  })

  test('stops in order', async () => {
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
  })

  test('names functions and lines in what it logs of a failure', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // Its migrations would be applied again, which nobody foresees.
    await client.query('DROP SCHEMA drizzle CASCADE')
    await client.end()
    const { code, output } = await runMain({ DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
    assert.equal(code, 1)
    assert.match(output, /at async migrateDatabase \(file:\/\/\/.*main\.js:\d{2,}:\d{1,3}\)/)
  })
})
