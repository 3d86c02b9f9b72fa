import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CertificateRecord, SampleCertificate } from '#features/signatures/contract.ts'
import { checkCertificate } from '#features/signatures/site/verify/check-certificate.ts'
import { CheckError, judge } from '#features/signatures/site/verify/steps.ts'
import { type Language, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { sampleCertificatePath } from './model.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const fetchSample = async (language: Language) =>
  (await app.send(sampleCertificatePath(language))).read(SampleCertificate)

/** Checks a sample with the code of the page, as a visitor may have changed it. */
async function check({ record, holder }: SampleCertificate) {
  const { certificate, signature, activated_at: activatedAt } = record.statement
  const refuse = async (): Promise<never> => {
    throw new CheckError('impossible', 'unreachable')
  }
  const { steps, subject } = await checkCertificate({
    brought: { claims: { certificate, signature, activatedAt, holder } },
    source: {
      readRecord: async () => record,
      readLedgerKeys: async () => record.ledger?.keys ?? [],
      ...{ readSigners: refuse, fetchJson: refuse, readTextFiles: refuse },
    },
    ...{ origin: 'http://localhost:3000', now: () => app.clock.now(), onProgress: () => undefined },
  })
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return [judge(steps, true, subject), failed?.name, failed?.reason]
}

describe('the sample certificate', () => {
  test('is proven in every language, from the first time that anybody asks', async () => {
    for (const language of languages) {
      assert.deepEqual(await check(await fetchSample(language)), ['proven', undefined, undefined], language)
    }
  })

  test('fails where a letter of its holder is another', async () => {
    const sample = await fetchSample('es')
    const holder = { ...sample.holder, position: sample.holder.position.replace('j', 'g') }
    assert.deepEqual(await check({ ...sample, holder }), ['altered', 'holder', 'holder_differs'])
  })

  test('is of nobody: no certificate has its id, and the ledger knows nothing of it', async () => {
    const { record } = await fetchSample('en')
    assert.equal((await app.send(`/api/certificates/${record.certificate_id}`)).status, 404)
    assert.match(record.ledger?.checkpoint ?? '', /^localhost:3000\/ledger\/sample\n4\n/)
    assert.equal((await app.send(`/api/ledger/inclusion?hash=${record.ledger?.leaf.leaf_hash}`)).status, 404)
    assert.ok(CertificateRecord.safeParse(record).success)
  })

  test('is the same whenever it is asked for, and of no other language', async () => {
    assert.deepEqual(await fetchSample('ar'), await fetchSample('ar'))
    assert.equal((await app.send('/api/certificates/sample/xx')).status, 404)
  })
})
