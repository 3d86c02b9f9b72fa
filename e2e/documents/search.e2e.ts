import assert from 'node:assert/strict'
import { type Language, languages } from '#shared/languages.ts'
import { add, openLibrary } from '../../test/support/documents/library.ts'
import { expectAccessible, expectGoodLooks } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

/** A sentence of each language, and what somebody looks for in it. */
const sentences: Readonly<Record<Language, readonly [sentence: string, query: string]>> = {
  en: ['Every certificate can be checked by anyone.', 'certificates'],
  es: ['Cada persona comprueba sus certificados sin pedir permiso.', 'certificado'],
  fr: ['Chaque personne vérifie ses propres certificats.', 'certificat'],
  de: ['Jede Person prüft ihre eigenen Zertifikate.', 'zertifikat'],
  it: ['Ogni persona controlla i propri certificati.', 'certificato'],
  pt: ['Cada pessoa confere os próprios certificados.', 'certificado'],
  ru: ['Каждый человек проверяет свои сертификаты сам.', 'сертификат'],
  zh: ['每个人都可以自己检验证书和数字身份。', '数字身份'],
  ar: ['يتحقق كل شخص من شهادات الهوية الرقمية بنفسه.', 'الهوية الرقمية'],
  hi: ['हर व्यक्ति अपने प्रमाण पत्र जाँच सकता है।', 'प्रमाण पत्र'],
}

test('real documents of ten languages are found by what is inside, read and checked', async ({
  browser,
  product,
  visit,
}) => {
  const library = await openLibrary(product)
  const editor = await product.signInAs('editor')
  const printer = await browser.newPage()
  for (const language of languages) {
    const [sentence] = sentences[language]
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    await printer.setContent(
      `<html lang="${language}" dir="${direction}"><h1>1</h1><h1 style="break-before:page">${sentence}</h1></html>`,
    )
    const file = Buffer.from(await printer.pdf({ outline: true, tagged: true }))
    const { id } = await add(editor, { file, title: `Sample ${language}`, mapped_language: language })
    await library.process()
    await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  }
  await printer.close()

  const { page, faults } = await visit()
  for (const language of languages) {
    const [sentence, query] = sentences[language]
    await page.goto(`/${language}/docs`)
    await page.getByRole('searchbox').fill(query)
    await page.getByRole('button', { name: textOf(language, 'documents:search.submit'), exact: true }).click()
    const found = page.locator('.found li')
    await found.getByRole('link', { name: `Sample ${language}` }).waitFor()
    assert.equal(await found.count(), 1, language)
    // What was looked for is marked in its passage, in the order in which people read.
    const passage = (await found.locator('p').textContent()) ?? ''
    // Chromium writes some ligatures of Hindi without their letters.
    const expected = language === 'hi' ? query : sentence.slice(0, 12)
    assert.ok(passage.normalize('NFKC').includes(expected), `${language}: ${passage}`)
    assert.ok((await found.locator('mark').count()) > 0, language)
    assert.match((await found.locator('.at').getAttribute('href')) ?? '', /\/docs\/[a-z-]+#page=2$/)
  }
  await expectAccessible(page, 'results of a search')

  await page.goto('/ar/docs/sample-ar')
  await expectGoodLooks(page, 'the page of a document')
  const bytes = (await product.send('/files/sample-ar.pdf')).bytes
  const check = page.locator('#copy')
  await check.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: bytes })
  await page.getByText(textOf('ar', 'documents:page.check.same')).waitFor()
  await check.setInputFiles({
    ...{ name: 'a.pdf', mimeType: 'application/pdf' },
    buffer: Buffer.concat([bytes, Buffer.from(' ')]),
  })
  await page.getByText(textOf('ar', 'documents:page.check.other')).waitFor()
  await page.goto('/de/docs/search?q=%C3%A4%C3%B6')
  await expectGoodLooks(page, 'a search that finds nothing')
  await library.close()
  assert.deepEqual(faults, [])
})
