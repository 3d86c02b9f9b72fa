// What Poppler, which desktop readers are made with, says of certificates: needs `pdfsig` and `pdftotext` (Debian: poppler-utils).
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type CertificatePdfs, createCertificatePdfs } from '#features/signatures/pdf/certificate-pdfs.ts'
import { makeCertificate } from '#features/signatures/pdf/signer.ts'
import { certificateDocument } from '../test/support/signatures/certificates.ts'
import { skipWithout } from './support/requirements.ts'

const skip = skipWithout('pdfsig', 'pdftotext')
const now = new Date('2026-11-28T15:00:00Z')
let folder: string
let pdfs: CertificatePdfs

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'firmeza-readers-'))
  const { certificate, privateKey } = await makeCertificate('Firmeza', now)
  const signer = {
    privateKey: createPrivateKey(privateKey),
    certificate: new X509Certificate(certificate).raw,
  }
  pdfs = createCertificatePdfs({ getSigner: async () => signer, clock: { now: () => now } })
})
after(() => {
  pdfs.close()
  rmSync(folder, { recursive: true })
})

const names = [
  ['hi', 'श्रीमती ज्योत्स्ना विश्वकर्मा'],
  ['zh', '欧阳静怡'],
  ['ru', 'Екатерина Щербакова'],
  ['ar', 'فاطمة الزهراء بنت عبد الرحمن'],
] as const

for (const [language, name] of names) {
  test(`Poppler finds the name and a valid signature in ${language}`, { skip }, async () => {
    const path = join(folder, `${language}.pdf`)
    const pdf = await pdfs.write(certificateDocument({ full_name: name }, { language }))
    writeFileSync(path, pdf)
    // It frames words of Arabic by direction marks.
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replace(/[\u202a-\u202e]/g, '')
    assert.ok(text.includes(name), text)
    // It exits with an error for a certificate that nobody trusts.
    const check = () => spawnSync('pdfsig', [path], { encoding: 'utf8' }).stdout
    const answer = check()
    assert.match(answer, /Signature Type: ETSI\.CAdES\.detached/)
    assert.match(answer, /Total document signed/)
    assert.match(answer, /Signature is Valid/)
    assert.match(answer, /issuer is unknown/)
    const changed = Buffer.from(pdf)
    changed[5000] = (changed[5000] ?? 0) ^ 1
    writeFileSync(path, changed)
    assert.doesNotMatch(check(), /Signature is Valid/)
  })
}
