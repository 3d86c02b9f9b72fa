import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Certificate, CertificateRecord } from '#features/signatures/contract.ts'
import { writeCertificate } from '#features/signatures/site/certificate/certificate-text.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import { addAnchor } from '../../../../../test/support/ledger/add-anchor.ts'
import {
  createCertificateChecks,
  wordsOf,
} from '../../../../../test/support/signatures/certificate-checks.ts'
import { readLines } from '../../../../../test/support/signatures/read-pdf.ts'
import { activateLead } from '../../../../../test/support/signatures/signatures.ts'

const flips = 200
const encode = (text: string) => new Uint8Array(new TextEncoder().encode(text))
const write = (certificate: Certificate, siteName = 'Firmeza') =>
  encode(writeCertificate(certificate, wordsOf('es')(siteName)))

let app: TestApp
let checks: ReturnType<typeof createCertificateChecks>
let path: string
/** As it was before the anchor, and as it is since. */
let [earlier, certificate]: Certificate[] = []
let record: CertificateRecord

before(async () => {
  app = await startTestApp()
  checks = createCertificateChecks(app)
  const { token } = await activateLead(app, await app.signIn(), { fullName: 'Nuria Ñíguez' })
  path = `/api/signature/certificate/${token}`
  earlier = (await app.send(path)).read(Certificate)
  // Asking for this file adds its entry to the tree at once.
  await app.send(`${path}/credential.json`)
  await addAnchor(app)
  certificate = (await app.send(path)).read(Certificate)
  record = (await app.send(`/api/certificates/${certificate.certificate_id}`)).read(CertificateRecord)
})
after(() => app.close())

function get<T>(value: T | undefined | null): T {
  assert.ok(value)
  return value
}
const byId = () => ({ id: get(certificate).certificate_id })

/** The end of the step of the anchor for a record that a hostile server changed. */
async function endWith(change: (anchor: NonNullable<CertificateRecord['anchor']>) => object | null) {
  const readRecord = async () => ({ ...record, anchor: change(structuredClone(get(record.anchor))) })
  const { verdict, stopped } = await checks.check(byId(), checks.createSource({ readRecord }))
  return [verdict, stopped?.name, stopped?.reason]
}

describe('an anchored certificate', () => {
  test('names the chain, and is proven by its id and each of its files', async () => {
    assert.equal(earlier?.network, 'Firmeza ledger')
    assert.equal(certificate?.network, 'Sepolia')
    const credential = encode((await app.send(`${path}/credential.json`)).text)
    const pdf = new Uint8Array((await app.send(`${path}/certificate.pdf?language=es`)).bytes)
    for (const brought of [byId(), { file: write(get(certificate)) }, { file: credential }, { file: pdf }]) {
      const { verdict, steps, stopped } = await checks.check(brought)
      assert.equal(verdict, 'proven', JSON.stringify(stopped))
      const { facts, ...step } = get(steps.find(({ name }) => name === 'anchor'))
      assert.deepEqual(step, {
        ...{ name: 'anchor', outcome: 'passed', evidence: record.anchor?.block.hash },
        link: `https://explorer.example/tx/${record.anchor?.transaction.hash}`,
      })
      assert.deepEqual([facts.chain, facts.id, facts.block], ['Sepolia', '11155111', 7_000_000])
    }
  })

  test('proves its anchor without asking anybody where the file brings it along', async () => {
    const { readRecord: _, ...offline } = checks.createSource()
    for (const file of ['credential.json', 'certificate.pdf?language=ar']) {
      const { bytes } = await app.send(`${path}/${file}`)
      const { verdict, steps } = await checks.check({ file: new Uint8Array(bytes) }, offline)
      assert.equal(steps.find(({ name }) => name === 'anchor')?.outcome, 'passed')
      assert.equal(verdict, 'offline')
    }
  })

  test('says so in its PDF', async () => {
    const { bytes } = await app.send(`${path}/certificate.pdf?language=en`)
    assert.match((await readLines(new Uint8Array(bytes))).join(' '), /Sepolia/)
  })

  test('is proven by a text file that was written before', async () => {
    assert.equal((await checks.check({ file: write(get(earlier)) })).verdict, 'proven')
  })

  test('says when only the site tells that the block holds the transaction', async () => {
    const readRecord = async () => ({ ...record, anchor: { ...get(record.anchor), proof: null } })
    const { steps, verdict } = await checks.check(byId(), checks.createSource({ readRecord }))
    assert.equal(steps.find(({ name }) => name === 'anchor')?.variant, 'told')
    assert.equal(verdict, 'proven')
  })
})

describe('an anchor is refused, and the step that fails is named,', () => {
  test('that a text file names without having one, or of a site of another name', async () => {
    const { certificate_id } = get(certificate)
    for (const file of [
      write({ ...get(certificate), network: 'Ethereum' }),
      write({ ...get(certificate), network: 'Sepolja' }),
      write(get(certificate), 'Firmezo'),
    ]) {
      const { verdict, stopped } = await checks.check({ file })
      assert.deepEqual([verdict, stopped?.name, stopped?.reason], ['altered', 'anchor', 'other_network'])
    }
    const readRecord = async () => ({ ...record, anchor: null })
    const { stopped } = await checks.check(
      { file: write(get(certificate)) },
      checks.createSource({ readRecord }),
    )
    assert.equal(stopped?.reason, 'other_network', certificate_id)
    const unnamed = await checks.check({ file: write({ ...get(certificate), network: '' }) })
    assert.equal(unnamed.stopped?.reason, 'other_text')
  })

  test('of another tree, chain, account, text or block', async () => {
    const refused = (reason: string) => ['altered', 'anchor', reason]
    const zero = '0'.repeat(64)
    assert.deepEqual(await endWith((a) => ({ ...a, chain_id: 1 })), refused('anchor_chain'))
    assert.deepEqual(await endWith((a) => ({ ...a, root_hash: zero })), refused('anchor_text'))
    assert.deepEqual(
      await endWith((a) => ({ ...a, transaction: { ...a.transaction, hash: `0x${zero}` } })),
      refused('anchor_transaction'),
    )
    assert.deepEqual(
      await endWith((a) => ({ ...a, transaction: { ...a.transaction, sender: `0x${'00'.repeat(20)}` } })),
      refused('anchor_sender'),
    )
    assert.deepEqual(
      await endWith((a) => ({ ...a, block: { ...a.block, hash: `0x${zero}` } })),
      refused('anchor_block'),
    )
    assert.deepEqual(
      await endWith((a) => ({ ...a, inclusion: { ...a.inclusion, root_hash: zero } })),
      refused('anchor_inclusion'),
    )
    assert.deepEqual(await endWith(({ proof: _, ...a }) => a), ['altered', 'record', 'record_form'])
    assert.deepEqual(await endWith((a) => ({ ...a, more: 1 })), ['altered', 'record', 'record_form'])
  })

  test('with any flipped bit of what proves it', async () => {
    const readable = JSON.stringify(record.anchor)
    // These are what the site calls the chain and where it looks things up, which no proof can be about.
    const said = [/"chain":"[^"]*"/, /"url":"[^"]*"/].map((part) => get(part.exec(readable)))
    const isSaid = (at: number) => said.some(({ 0: text, index }) => at >= index && at < index + text.length)
    for (let round = 0; round < flips; round++) {
      const bytes = Buffer.from(readable)
      const at = randomInt(bytes.length)
      if (isSaid(at)) continue
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(7))
      const changed = bytes.toString()
      let anchor: unknown
      try {
        anchor = JSON.parse(changed)
      } catch {
        continue
      }
      const readRecord = async () => ({ ...record, anchor })
      const { stopped } = await checks.check(byId(), checks.createSource({ readRecord }))
      assert.ok(stopped?.name === 'anchor' || stopped?.name === 'record', `${at}: ${changed}`)
      assert.equal(stopped.outcome, 'failed', stopped.reason)
    }
  })

  test('and never used for an entry that came after it', async () => {
    const { token } = await activateLead(app, await app.signIn(), { fullName: 'Ada Gil' })
    const next = (await app.send(`/api/signature/certificate/${token}`)).read(Certificate)
    assert.equal(next.network, 'Firmeza ledger')
    const found = (await app.send(`/api/certificates/${next.certificate_id}`)).read(CertificateRecord)
    assert.equal(found.anchor, null)
  })
})
