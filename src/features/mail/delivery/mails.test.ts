import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type CheerioAPI, load } from 'cheerio'
import {
  MailPreview,
  type MailText,
  Template,
  type TemplateKind,
  templateKinds,
} from '#features/mail/contract.ts'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

// Rendered mails: every built-in one in every language, and hostile texts.

const publicUrl = 'https://firmeza.example'
/** The share of words that a mail may have in common with its English version: names, loanwords. Measured: 0.00 to 0.13. */
const largestShare = 0.25
/** Mails to the team, which have no data of the kind that the rights page shows. */
const toTheTeam: TemplateKind[] = [
  'password_reset',
  'enquiry',
  'account_notice',
  'user_email_change',
  'user_invitation',
  'team_notifications',
  'figure_report',
]

let app: TestApp
let viewer: Send
before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: publicUrl, COMPANY_ADDRESS: 'Calle <Mayor> 1' } })
  viewer = await app.signInAs('viewer')
})
after(() => app?.close())

async function builtIn(kind: TemplateKind, language: Language): Promise<MailText> {
  return (await viewer(`/api/mail/templates/${kind}?language=${language}`)).read(Template).built_in
}

async function draw(text: Partial<MailText>, kind: TemplateKind = 'confirmation', language: Language = 'es') {
  const whole = { subject: 'Asunto', preheader: '', body: '', action: '', ...text }
  const reply = await viewer(`/api/mail/templates/${kind}/preview?language=${language}`, { json: whole })
  assert.equal(reply.status, 200, reply.text)
  const mail = reply.read(MailPreview)
  return { ...mail, $: load(mail.html) }
}

const linksOf = ($: CheerioAPI) =>
  $('a[href]')
    .toArray()
    .map(({ attribs }) => attribs.href ?? '')
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu))

for (const language of languages) {
  describe(`the built-in mails in ${language}`, () => {
    test('have subject, language and direction, as a document and as plain text', async () => {
      for (const kind of templateKinds) {
        const { $, html, text, subject } = await draw(await builtIn(kind, language), kind, language)
        const place = `${kind} in ${language}`
        assert.match(html, /^<!doctype html>/)
        assert.equal($('html').attr('lang'), language, place)
        assert.equal($('html').attr('dir'), directionOf(language), place)
        assert.equal($('h1').text(), subject, place)
        assert.equal($('title').text(), subject, place)
        assert.doesNotMatch(
          $('body').html() + text + subject,
          /\{\{|\}\}|undefined|\[object|mail:[a-z]/,
          place,
        )
        // The plain text is complete.
        for (const link of linksOf($))
          if (link !== publicUrl) assert.ok(text.includes(link), `${place}: ${link}`)
        for (const line of text.split('\n')) {
          if (line.includes('http')) assert.match(line, /^\s*https?:\/\/\S+$/, `${place}: ${line}`)
        }
        const shown = $('p:not(.foot), li, h2')
          .toArray()
          .map((element) => $(element).text())
        for (const word of wordsOf(shown.join(' '))) assert.ok(wordsOf(text).has(word), `${place}: ${word}`)
        assert.ok(html.length < 100_000, 'Gmail cuts longer ones off')
      }
    })

    test('link to the rights page, and to the unsubscribe page where there is one', async () => {
      for (const kind of templateKinds) {
        const { $ } = await draw(await builtIn(kind, language), kind, language)
        const has = (mark: string) => linksOf($).some((link) => link.endsWith(mark))
        const isToTheirs = !kind.startsWith('email_change') && !toTheTeam.includes(kind)
        assert.equal(has('#rights'), isToTheirs, kind)
        const isStoppable = isToTheirs && kind !== 'rights_link'
        assert.equal(has('#unsubscribe'), isStoppable, kind)
      }
    })

    if (language === 'en') return
    test('are translated', async () => {
      for (const kind of templateKinds) {
        const { text } = await draw(await builtIn(kind, language), kind, language)
        const english = await draw(await builtIn(kind, 'en'), kind, 'en')
        const words = [...wordsOf(text)].filter(
          (word) => !/http|firmeza|example|calle|mayor|^name$|^org$/.test(word),
        )
        const shared = words.filter((word) => wordsOf(english.text).has(word))
        assert.ok(shared.length / words.length < largestShare, `${kind}: ${shared.join(', ')}`)
      }
    })
  })
}

test('only the badge mail has a stamped seal', async () => {
  assert.match((await draw({}, 'badge_awarded')).html, /✓/)
  assert.doesNotMatch((await draw({}, 'confirmation')).html, /✓/)
})

test('a text keeps its paragraphs, lists, links and marks, also as plain text', async () => {
  const { $, text } = await draw({
    body: '<h2>Título</h2><p>Uno <strong>dos</strong><br>tres <a href="/docs">cuatro</a></p><ol><li><p>a</p></li><li><p>b</p><ul><li>c</li></ul></li></ol>suelto',
    action: 'Pulsa',
  })
  assert.equal($('h2').text(), 'Título')
  assert.equal($('p a').first().attr('href'), `${publicUrl}/docs`)
  assert.equal($('ol > li').length, 2)
  assert.equal($('ol ul li').text(), 'c')
  assert.ok(
    text.includes(
      `Título\n\nUno dos\ntres cuatro\n${publicUrl}/docs\n\n1. a\n2. b\n   - c\n\nsuelto\n\nPulsa:\n${publicUrl}/es/\n\n-- \n`,
    ),
    text,
  )
})

test('a mail without a label for its button has none', async () => {
  const { $, text } = await draw({ action: '' })
  assert.equal($('td.button').length, 0)
  assert.ok(!text.includes(':\nhttps://firmeza.example/es/\n'))
})

test('markup in any part of a mail is shown as text', async () => {
  const evil = '<img src=x onerror=alert(1)>"&lt;'
  const { $, subject } = await draw({ subject: evil, preheader: evil, action: evil })
  assert.equal($('img, script').length, 0)
  assert.equal($('h1').text(), evil)
  assert.equal(subject, evil)
  assert.ok($('body').text().includes('Calle <Mayor> 1'))
})

test('only allowed elements of a body are rendered', async () => {
  const { $, html } = await draw({
    body: `<p onclick="x()" style="color:red" class="ink">a<script>x()</script><style>*{}</style><img src="https://evil.example/p.gif">
      <a href="javascript:x()">b</a><a href="https://ok.example/" target="_top" onclick="x()">c</a><a href="//evil.example">d</a><a href="https://e.example/{{name}}">e</a></p>
      <form><input><iframe src="https://evil.example"></iframe></form><table><tr><td>f</td></tr></table><h1>g</h1>`,
  })
  assert.doesNotMatch(html, /evil\.example|javascript:|onclick|color:red|x\(\)/)
  assert.equal($('img, script, form, input, iframe').length, 0)
  assert.deepEqual(
    linksOf($).filter((link) => !link.startsWith(publicUrl)),
    ['https://ok.example/'],
  )
  for (const word of ['b', 'c', 'd', 'e', 'f', 'g']) assert.match($('body').text(), new RegExp(word))
})
