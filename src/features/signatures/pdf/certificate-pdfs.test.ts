import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { createForkedProcess } from '#platform/forked-process.ts'
import { type Language, languages } from '#shared/languages.ts'
import { certificateDocument } from '../../../../test/support/signatures/certificates.ts'
import { isSignedBy, openPdf, readLines, readTexts } from '../../../../test/support/signatures/read-pdf.ts'
import { type CertificatePdfs, createCertificatePdfs } from './certificate-pdfs.ts'
import type { CertificateAnswer, FinishOrder } from './contract.ts'
import { type DocumentSigner, makeCertificate } from './signer.ts'

const now = new Date('2026-11-28T15:00:00Z')
let signer: DocumentSigner
let pdfs: CertificatePdfs

before(async () => {
  const { certificate, privateKey } = await makeCertificate('Firmeza', now)
  signer = {
    privateKey: createPrivateKey(privateKey),
    certificate: new X509Certificate(certificate).raw,
  }
  pdfs = createCertificatePdfs({ getSigner: async () => signer, clock: { now: () => now } })
})
after(() => pdfs.close())

const named = (full_name: string, language: Language = 'en') =>
  pdfs.write(certificateDocument({ full_name }, { language }))

describe('the PDF of a certificate', () => {
  const names: [Language, string][] = [
    ['hi', 'श्रीमती ज्योत्स्ना विश्वकर्मा'],
    ['zh', '欧阳静怡'],
    ['ru', 'Екатерина Щербакова'],
    ['ar', 'فاطمة الزهراء بنت عبد الرحمن'],
    ['es', 'María José Núñez de la Peña'],
  ]
  for (const [language, name] of names) {
    test(`gives the name back to a reader in ${language}, and in a document of another language`, async () => {
      for (const other of [language, 'it'] as const) {
        const lines = await readLines(await named(name, other))
        assert.ok(lines.includes(name), lines.join('\n'))
      }
    })
  }

  test('says everything, in each language', async () => {
    for (const language of languages) {
      const { certificate, ...document } = certificateDocument({}, { language })
      const texts = await readTexts(await pdfs.write({ certificate, ...document }))
      const text = texts.map((one) => one.text).join('')
      for (const part of [
        certificate.full_name,
        certificate.organization,
        certificate.position,
        certificate.certificate_id,
        certificate.signature_id,
        certificate.blockchain_address,
        certificate.network,
        'UTC',
      ]) {
        assert.ok(text.includes(part), `${language}: ${part}`)
      }
    }
  })

  test('is tagged, in its language, with its title, the date of the activation and an archive’s profile', async () => {
    const bytes = await named('Wilhelmina Ashworth', 'es')
    const pdf = await openPdf(bytes)
    assert.match(Buffer.from(bytes).toString('latin1'), /\/Marked true/)
    const { info, metadata } = await pdf.getMetadata()
    assert.ok(info && 'Title' in info && 'Language' in info && 'CreationDate' in info)
    assert.equal(info.Title, 'Certificado de firma: Wilhelmina Ashworth')
    assert.equal(info.Language, 'es')
    assert.match(String(info.CreationDate), /^D:20261128140509/)
    assert.equal(metadata?.get('pdfaid:part'), '3')
    assert.match(JSON.stringify(await (await pdf.getPage(1)).getStructTree()), /"role":"H1"/)
    await pdf.loadingTask.destroy()
  })

  test('has the credential attached as it is', async () => {
    const credential = { name: 'فاطمة\n"x"', list: [1, { deep: null }] }
    const pdf = await openPdf(await pdfs.write(certificateDocument({}, { credential })))
    const attachments = [...((await pdf.getAttachments()) ?? [])]
    assert.deepEqual(
      attachments.map(([, { filename }]) => filename),
      ['credential.json'],
    )
    const content = await pdf.getAttachmentContent(attachments[0]?.[0] ?? '')
    assert.equal(new TextDecoder().decode(content ?? undefined), JSON.stringify(credential))
    await pdf.loadingTask.destroy()
  })

  test('is signed by the installation, and a single changed bit is noticed', async () => {
    const pdf = await named('Wilhelmina Ashworth')
    assert.equal(await isSignedBy(pdf, signer.certificate), true)
    assert.match(Buffer.from(pdf).toString('latin1'), /\/SubFilter\s*\/ETSI\.CAdES\.detached/)
    for (const place of [0.1, 0.5, 0.8]) {
      const changed = pdf.slice()
      const at = Math.floor(changed.length * place)
      changed[at] = (changed[at] ?? 0) ^ 1
      assert.equal(await isSignedBy(changed, signer.certificate), false)
    }
    assert.equal(await isSignedBy(Buffer.concat([pdf, Buffer.from('\n')]), signer.certificate), false)
    const other = new X509Certificate((await makeCertificate('Another', now)).certificate).raw
    assert.equal(await isSignedBy(pdf, other), false)
  })

  test('sets no markup, line ends and direction marks that a name holds', async () => {
    const name = '#strong[x] $a^2$ \\u{41} *b* _c_ <d> @e `f` // g'
    const bytes = await named(`${name}\n\u202e= h\u2066\u200f\u0007`)
    const lines = await readLines(bytes)
    assert.ok(lines.join(' ').includes(name), lines.join('\n'))
    assert.match(lines.join(' '), /= h/)
    const pdf = await openPdf(bytes)
    const { info } = await pdf.getMetadata()
    assert.ok(info && 'Title' in info)
    assert.equal(info.Title, `Certificate of signature: ${name} = h`)
    await pdf.loadingTask.destroy()
  })

  test('substitutes a letter that no face has, and keeps it in what is attached', async () => {
    const lines = await readLines(await named('Ana 𓀀 Ruiz'))
    assert.ok(lines.includes('Ana □ Ruiz'), lines.join('\n'))
  })

  test('says that it proves nothing any more once the signature is revoked', async () => {
    const document = certificateDocument({ revoked_at: '2026-12-01T10:00:00.000Z', revoke_reason: 'Lost' })
    const text = (await readLines(await pdfs.write(document))).join(' ')
    assert.match(text, /revoked on 1 December 2026 at 10:00 UTC/)
  })

  test('names the public chain only where there is one', async () => {
    const text = async (anchoredIn?: string) =>
      (await readLines(await pdfs.write(certificateDocument({}, anchoredIn ? { anchoredIn } : {})))).join(' ')
    assert.match(await text(), /Not anchored in a public chain/)
    assert.match(await text('Ethereum'), /Anchored in Ethereum/)
  })
})

describe('long and mixed names', () => {
  const fill = (text: string) =>
    Array.from({ length: 200 }, (_, index) => [...text][index % [...text].length]).join('')
  const cases: [string, Language, string][] = [
    ['letters without a space', 'en', fill('Wwmaximilianotheextraordinary')],
    ['words', 'de', fill('Maximilian von und zu Habsburg ').trim()],
    ['Chinese', 'zh', fill('欧阳静怡司马')],
    // Codes of glyphs that are brackets and backslashes in the file's strings.
    [
      'a hundred different letters',
      'hi',
      '天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽雲騰致雨露結為霜金生麗水玉出崑岡劍號巨闕珠稱夜光果珍李柰菜重芥薑海鹹河淡鱗潛羽翔龍師火帝鳥官人皇始制文字',
    ],
    ['Devanagari without a space', 'hi', fill('ज्योत्स्नाविश्वकर्मा')],
    ['Arabic without a space', 'ar', fill('محمدعبدالرحمن')],
    ['all at once', 'ru', fill('Ünal ★ 王小明 №5 ∑ Иван → Ω ').trim()],
  ]
  for (const [what, language, name] of cases) {
    test(`are whole and within the frame: ${what}`, async () => {
      const document = certificateDocument(
        { full_name: name, organization: name, position: name },
        { language },
      )
      const texts = await readTexts(await pdfs.write(document))
      for (const { text, left, right, bottom } of texts) {
        assert.ok(left > 90 && right < 752, `${text} is from ${left} to ${right}`)
        assert.ok(bottom > 75 && bottom < 525, `${text} is at ${bottom}`)
      }
      if (language === 'ar') return
      const text = texts
        .map((one) => one.text)
        .join('')
        .replace(/\s/g, '')
      const letters = name.replace(/\s/g, '')
      assert.equal(text.split(letters).length, 4, 'the name, the position and the organisation')
    })
  }
})

test('letters of Arabic are joined', async () => {
  // All four letters of this name are: one shape without any dots.
  const shapes = await countShapes(await named('محمد', 'ar'), 'محمد')
  assert.equal(shapes, 1)
  // This one begins with a letter that does not join to the next.
  assert.equal(await countShapes(await named('رحمه', 'ar'), 'رحمه'), 2)
})

/** How many separate shapes of dark ink a text of a page has. */
async function countShapes(bytes: Uint8Array, text: string): Promise<number> {
  const placed = (await readTexts(bytes)).find((one) => one.text === text)
  assert.ok(placed)
  const document = await openPdf(bytes)
  const page = await document.getPage(1)
  const scale = 3
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(viewport.width, viewport.height)
  const context = canvas.getContext('2d')
  // pdf.js draws on what has the interface of a browser's canvas, which this library has; the types know only browsers.
  const sheet: { render(parameters: object): { promise: Promise<void> } } = page
  await sheet.render({ canvas, canvasContext: context, viewport }).promise
  const [left, width] = [
    Math.floor((placed.left - 4) * scale),
    Math.ceil((placed.right - placed.left + 8) * scale),
  ]
  const top = Math.floor(viewport.height - (placed.bottom + 30) * scale)
  const height = 48 * scale
  const { data } = context.getImageData(left, top, width, height)
  await document.loadingTask.destroy()
  const isInk = Array.from({ length: width * height }, (_, index) => (data[index * 4] ?? 255) < 90)
  let shapes = 0
  for (let start = 0; start < isInk.length; start++) {
    if (!isInk[start]) continue
    let size = 0
    const open = [start]
    isInk[start] = false
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      size++
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (!isInk[next]) continue
        isInk[next] = false
        open.push(next)
      }
    }
    if (size > 40) shapes++
  }
  return shapes
}

describe('the process', () => {
  test('writes many at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => named(`Number ${index}`)))
    for (const [index, pdf] of all.entries()) {
      assert.ok((await readLines(pdf)).includes(`Number ${index}`))
      assert.equal(await isSignedBy(pdf, signer.certificate), true)
    }
  })

  test('says that it does not know a document that it began before it ended', async () => {
    const program = fileURLToPath(new URL('drawing/certificate-process.ts', import.meta.url))
    const own = createForkedProcess<FinishOrder, CertificateAnswer>({ program, title: 'the test' })
    const answer = await own.ask({ work: 'finish', ticket: 1, signature: new Uint8Array(64) })
    assert.ok('isLost' in answer)
    own.close()
  })

  test('rejects what is under way when the server stops', async () => {
    const own = createCertificatePdfs({ getSigner: async () => signer, clock: { now: () => now } })
    const writing = own.write(certificateDocument())
    await new Promise((resolve) => setTimeout(resolve, 20))
    own.close()
    await assert.rejects(writing, /the server stops/)
  })
})
