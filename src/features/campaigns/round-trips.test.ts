import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { campaignTextOf, launch, makeCampaign, seedLeads } from '../../../test/support/campaigns.ts'
import { createNoonClock } from '../../../test/support/clock.ts'
import { type MailServer, startMailServer } from '../../../test/support/mail-server.ts'

const people = 100
const target = 'https://example.org/news'
let server: MailServer
let app: TestApp

before(async () => {
  server = await startMailServer()
  app = await startTestApp({ clock: createNoonClock(), env: { SMTP_URL: server.url } })
})
after(async () => {
  await app.close()
  await server.close()
})

test('each mail of a campaign takes few round trips to the database, and its links are stored once', async () => {
  const editor = await app.signInAs('editor')
  await confirmPassword(editor)
  await seedLeads(app, { count: people })
  const text = campaignTextOf('es', { body: `<p>Hola, {{name}}: <a href="${target}">aquí</a></p>` })
  const campaign = await makeCampaign(editor, { texts: { es: text } })
  assert.equal((await launch(editor, campaign)).status, 200)

  const spy = mock.method(pg.Client.prototype, 'query')
  await app.app.startBackgroundWork()
  for (const start = performance.now(); server.mails.length < people; await sleep(50)) {
    assert.ok(performance.now() - start < 60_000, `only ${server.mails.length} mails were sent`)
  }
  // What pollers and the job queue ask by the clock, and in whose name, depends on how long the machine takes.
  const statements = spy.mock.calls
    .map(({ arguments: [query] }) => textOf(query))
    .filter(
      (statement) => !/site_revision|pg_notify|^SELECT ARRAY|\bjobs\.|set_config|social_/.test(statement),
    )
  spy.mock.restore()
  // The preparation of the campaign is counted too.
  assert.ok(statements.length <= 6 * people, `${statements.length} round trips for ${people} mails`)
  assert.equal(statements.filter((statement) => statement.includes('mail_campaign_links')).length, 1)
  assert.ok(!statements.some((statement) => statement.startsWith('update "mails" set "links"')))

  for (const mail of [server.mails[0], server.mails.at(-1)]) {
    const { html = '' } = await PostalMime.parse(mail?.raw ?? '')
    const paths = [...html.matchAll(/href="[^"]*(\/m\/c\/[\w-]+)"/g)].map(([, path = '']) => path)
    const replies = await Promise.all(paths.map((path) => app.send(path)))
    assert.ok(replies.some(({ headers }) => headers.location === target))
  }
})

/** The SQL of a query, in whichever of the driver's forms it is given. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
