import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { DocumentFiles } from '#features/documents/contract.ts'
import { documents } from '#features/documents/table.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { openEditor } from '../../../test/support/content/editor.ts'
import { documentOf } from '../../../test/support/factories.ts'
import { assertShown, runCurl } from '../../../test/support/shown-calls.ts'
import { guideNames } from './contract.ts'
import { answers, type CallName, callNames, writeCommands } from './site/calls.ts'

const origin = 'https://firmeza.example'
const commands = writeCommands(origin)
let app: TestApp

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: origin } })
})
after(() => app.close())

/** Sends a call of the quickstart and compares its answer. */
async function check(name: CallName, product: TestApp = app): Promise<void> {
  assertShown(answers[name], await runCurl(commands[name], { send: product.send, origin }))
}

describe('the quickstart', () => {
  test('shows its calls and answers in every language, the same ones', async () => {
    for (const language of languages) {
      const $ = load((await app.send(`/${language}/docs/quickstart`)).text)
      const shown = $('main pre')
        .toArray()
        .map((element) => $(element).text())
      assert.deepEqual(
        shown,
        callNames.flatMap((name) => [commands[name], answers[name]]),
      )
      for (const name of callNames) assert.ok($(`section#${name} h2`).text(), `${language} ${name}`)
      assert.ok(
        $('main pre')
          .toArray()
          .every((element) => $(element).attr('tabindex') === '0'),
      )
    }
  })

  for (const name of ['key', 'register', 'refusal', 'reference'] as const) {
    test(`shows what ${name} answers on a new installation`, () => check(name))
  }

  test('shows what documents answers, and says that none is an empty list', async () => {
    const none = await runCurl(commands.documents, { send: app.send, origin })
    assert.deepEqual(none.read(DocumentFiles).documents, [])
    const other = await startTestApp({ databaseUrl: app.databaseUrl, env: { PUBLIC_URL: origin } })
    await app.db.insert(documents).values(documentOf({ status: 'published', mappedLanguage: 'en' }))
    await check('documents', other)
    await other.close()
  })

  test('shows what texts answers, and says that it is 404 before the text is published', async () => {
    const reply = await runCurl(commands.texts, { send: app.send, origin })
    assert.equal(reply.problem().status, 404)
    const editor = await openEditor(app)
    const { id } = await editor.save({ language: 'en' })
    await editor.publish(id)
    await check('texts')
  })

  test('shows what is answered beyond the limit, and names the limit of the installation', async () => {
    const limited = await startTestApp({ env: { PUBLIC_URL: origin, API_RATE_LIMIT: '2' } })
    try {
      assert.match((await limited.send('/en/docs/quickstart')).text, /the limit is 2 calls an hour/)
      for (let call = 0; call < 2; call++) {
        assert.equal((await runCurl(commands.limits, { send: limited.send, origin })).status, 200)
      }
      await check('limits', limited)
    } finally {
      await limited.close()
    }
    // Without a limit, none is named.
    assert.doesNotMatch((await app.send('/en/docs/quickstart')).text, /calls an hour/)
  })
})

describe('the guide to security', () => {
  test('names the mailbox that security.txt names', async () => {
    const { text } = await app.send('/.well-known/security.txt')
    const [, mailbox = ''] = /^Contact: (.+)$/m.exec(text) ?? []
    for (const language of languages) {
      const $ = load((await app.send(`/${language}/docs/security`)).text)
      assert.equal($('#report a').attr('href'), mailbox, language)
    }
  })
})

describe('the documentation page', () => {
  test('begins with the guides, also while no document is published', async () => {
    for (const language of languages) {
      const $ = load((await app.send(`/${language}/docs`)).text)
      const links = $('#guides a')
        .toArray()
        .map((element) => $(element).attr('href'))
      assert.deepEqual(
        links,
        guideNames.map((name) => `/${language}/docs/${name}`),
      )
      assert.ok($('#guides').nextAll('#library').length === 1)
    }
  })
})
