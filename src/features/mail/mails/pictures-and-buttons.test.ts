import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { loadMailWriter } from '#features/mail/templates/load-writer.ts'
import { cleanMailText } from '#features/mail/templates/mail-text.ts'
import { listLinks } from '#features/mail/tracking/tracked-links.ts'
import { Problem } from '#shared/problem.ts'
import old from './campaign-without-pictures.json' with { type: 'json' }
import type { MailSheet, MailWriter } from './sheet.ts'

const digest = 'a'.repeat(64)
const source = `/media/${digest}-960.webp`
const picture = `<img src="${source}" alt="Un «sello» &amp; {{name}}" width="1200" height="600" />`
const button = '<a href="https://example.org/a?b=1&amp;c=2" class="button">Ver, {{name}}</a>'
const sheetOf = (body: string, changes: Partial<MailSheet> = {}) =>
  ({ ...old.sheet, text: { ...old.sheet.text, body }, language: 'es', ...changes }) satisfies MailSheet

let writer: MailWriter
before(async () => {
  writer = await loadMailWriter()
})
const write = (body: string, changes?: Partial<MailSheet>) => writer.renderMail(sheetOf(body, changes))
/** The paragraphs of a mail's plain text, without its subject and what follows its body. */
const wordsOf = (body: string) => write(body).text.split('\n\n').slice(1, -2)

const clean = (body: string) => cleanMailText({ ...old.sheet.text, body }, 'campaign').body
function faultsOf(body: string): string[] {
  try {
    clean(body)
    return []
  } catch (error) {
    assert.ok(error instanceof Problem && error.status === 422)
    return (error.options.fields ?? []).map(({ field, code }) => `${field} ${code}`)
  }
}

describe('pictures and buttons in the text of a mail', () => {
  test('leave mails without them as they were', () => {
    const { html, text } = writer.renderMail({ ...old.sheet, language: 'ar' })
    assert.equal(html, old.html)
    assert.equal(text, old.text)
  })

  test('a picture is a JPEG of this site, no wider than the text, with its alternative text', () => {
    const { html } = write(`<p>Antes</p>${picture}<p>Después</p>`)
    const [image = ''] = html.match(/<img [^>]*>/) ?? []
    assert.match(image, new RegExp(`src="https://firmeza\\.example/media/${digest}-960\\.jpg"`))
    assert.match(image, / alt="Un «sello» &amp; Ana &amp; Co" width="496" height="248"/)
    assert.match(image, /width:100%;max-width:496px;height:auto/)
    assert.doesNotMatch(html, /<link/)
    const small = write(`<img src="/media/${digest}-200.webp" alt="x" width="200" height="50">`).html
    assert.match(small, /-200\.jpg" alt="x" width="200" height="50"/)
    assert.deepEqual(wordsOf(`<p>Antes</p>${picture}`), ['Antes', '[Un «sello» & Ana & Co]'])
  })

  test('a button is a table like the one of the mail, and a line with its address in the plain text', () => {
    const { html } = write(`<p>Antes</p>${button}`)
    assert.equal(html.match(/<td class="button"/g)?.length, 2)
    assert.match(
      html,
      /href="https:\/\/example\.org\/a\?b=1&amp;c=2"[^>]*>Ver, <bdi>Ana &amp; Co<\/bdi><\/a><\/td>/,
    )
    assert.deepEqual(wordsOf(button), ['Ver, Ana & Co: https://example.org/a?b=1&c=2'])
    assert.match(
      write('<a class="button" href="/es/docs">Leer</a>').html,
      /href="https:\/\/firmeza\.example\/es\/docs"/,
    )
  })

  test('a picture may be a link; its target and those of buttons are tracked as any other', () => {
    const { html } = write(`<p><a href="https://example.org/p">${picture}</a></p>${button}`)
    const links = listLinks(html, [old.sheet.unsubscribeUrl, old.sheet.rightsUrl])
    assert.ok(links.includes('https://example.org/p') && links.includes('https://example.org/a?b=1&c=2'))
    assert.deepEqual(wordsOf(`<a href="/es/docs">${picture}</a>`), [
      '[Un «sello» & Ana & Co]\nhttps://firmeza.example/es/docs',
    ])
  })

  test('divide the paragraph that they are in, and stay in the item of a list', () => {
    assert.deepEqual(wordsOf(`<p>Uno <strong>dos ${button} tres</strong> cuatro</p>`), [
      'Uno dos',
      'Ver, Ana & Co: https://example.org/a?b=1&c=2',
      'tres cuatro',
    ])
    const { html } = write(`<p>${picture}</p><ul><li><p>Uno</p>${button}</li></ul>`)
    assert.doesNotMatch(html, /<p[^>]*><\/p>|<p[^>]*><(div|table)/)
    assert.match(html, /<li [^>]*>Uno<table/)
  })

  test('are read from right to left where their language is', () => {
    const { html } = write(`${picture}${button}`, { language: 'ar' })
    assert.match(html, /<html lang="ar" dir="rtl">/)
    assert.doesNotMatch(html.slice(html.indexOf('<img')), /text-align:left/)
  })

  test('are refused with a reason when they cannot be shown', () => {
    for (const href of [
      'javascript:alert(1)',
      'http://example.org',
      '//example.org',
      '/\\example.org',
      'https://',
      '',
    ]) {
      assert.deepEqual(faultsOf(`<a class="button" href="${href}">x</a>`), ['body link_invalid'], href)
    }
    for (const src of [
      'https://example.org/x.png',
      'javascript:alert(1)',
      'data:image/png;base64,x',
      '/media/x.svg',
      '',
    ]) {
      assert.deepEqual(faultsOf(`<img src="${src}" alt="x">`), ['body picture_unknown'], src)
    }
    assert.deepEqual(faultsOf(`<img src="${source}" alt=" ">`), ['body alternative_required'])
    assert.deepEqual(faultsOf(`<img src="${source}" alt="${'x'.repeat(301)}">`), [
      'body alternative_too_long',
    ])
    const one = `<img src="${source}" alt="x">`
    assert.deepEqual(faultsOf(one.repeat(20)), [])
    assert.deepEqual(faultsOf(one.repeat(300)), ['body too_many_pictures'])
  })

  test('carry nothing else into the mail, and cleaning them again changes nothing', () => {
    const hostile = `<p>a</p><img src="${source}" alt="&quot;><script>x</script>" onerror="x()" style="x" srcset="x" width="9" height="9"><a class="button x" href="https://example.org/" onclick="x()" style="x"><b>Ver</b></a>`
    const body = clean(hostile)
    assert.equal(clean(body), body)
    assert.doesNotMatch(body, /onerror|onclick|style|srcset|<script/)
    const { html } = write(body)
    assert.doesNotMatch(html, /<script|onerror=/)
    assert.match(html, /alt="&quot;&gt;&lt;script&gt;x&lt;\/script&gt;"/)
    // Without a label there is nothing to press.
    assert.deepEqual(wordsOf('<p>a</p><a class="button" href="/es/"> </a>'), ['a'])
  })

  test('are for campaigns only: other mails keep the words of a button and drop a picture', () => {
    const { body } = cleanMailText(
      { ...old.sheet.text, subject: 'x', action: '', body: `<p>a</p>${picture}${button}` },
      'confirmation',
    )
    assert.equal(body, '<p>a</p><a href="https://example.org/a?b=1&amp;c=2">Ver, {{name}}</a>')
  })
})
