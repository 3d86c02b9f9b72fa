import assert from 'node:assert/strict'
import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { certificateContexts } from '#features/signatures/credential/model.ts'
import { isSigned } from '#features/signatures/keys/derivation.ts'
import { createDocumentKeyStore } from '#features/signatures/pdf/key-store.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { joinBytes, parseHex } from '#shared/cryptography/bytes.ts'
import { verifyCheckpoint } from '#shared/transparency-log/checkpoint.ts'
import { verifyInclusion } from '#shared/transparency-log/proofs.ts'
import { parseVerifierKey } from '#shared/transparency-log/signed-note.ts'
import { hashLeaf } from '#shared/transparency-log/tree.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { verifyBadge } from '../../../../test/support/credentials/standard-verifier.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import { isSignedBy, openPdf, readLines } from '../../../../test/support/signatures/read-pdf.ts'
import { activateLead, inviteLead } from '../../../../test/support/signatures/signatures.ts'
import { Certificate, CertificateCredential, CertificateRecord, SignatureDetail } from '../contract.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
  admin = await app.signIn()
})
after(() => app.close())

let clients = 0
const visit = (path: string, headers: Record<string, string> = {}) =>
  app.send(path, { headers: { 'x-forwarded-for': `198.52.0.${++clients & 255}`, ...headers } })
const fileOf = (token: string, file: string) => visit(`/api/signature/certificate/${token}/${file}`)
const certificateOf = async (token: string) =>
  (await visit(`/api/signature/certificate/${token}`)).read(Certificate)
const recordOf = (id: string) => visit(`/api/certificates/${id}`)
const readCredential = async (token: string) => {
  const reply = await fileOf(token, 'credential.json')
  assert.equal(reply.status, 200, reply.text)
  return JSON.parse(reply.text)
}
const erase = (leadId: string) => admin(`/api/leads/${leadId}`, { method: 'DELETE' })
const revoke = (id: string) => admin(`/api/signatures/${id}/revoke`, { json: { reason: 'By mistake' } })

function assertPrivate({ headers }: Reply): void {
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['access-control-allow-origin'], undefined)
}

const bytesOf = (hex: string) => {
  const bytes = parseHex(hex)
  assert.ok(bytes, hex)
  return bytes
}

type Recorded = Pick<CertificateRecord, 'statement' | 'statement_signature' | 'public_key' | 'ledger'>

/** Checks all that a record says, from itself alone and with what everybody checks ledgers with. */
async function verifyRecord({ statement, statement_signature, public_key, ledger }: Recorded): Promise<void> {
  assert.ok(isSigned({ statement, signature: statement_signature, publicKey: public_key }), 'signature')
  assert.ok(ledger, 'it is not in the ledger')
  const { salt, leaf, inclusion, checkpoint, keys } = ledger
  const opened = joinBytes(bytesOf(salt), new TextEncoder().encode(canonicalizeJson(statement)))
  const { commitment } = JSON.parse(leaf.data)
  assert.equal(createHash('sha256').update(opened).digest('hex'), commitment)
  const known = await Promise.all(keys.map((key) => parseVerifierKey(key.verifier_key)))
  const [origin = ''] = checkpoint.split('\n')
  const { checkpoint: head } = await verifyCheckpoint(checkpoint, origin, known)
  assert.equal(head.size, inclusion.tree_size)
  await verifyInclusion({
    ...{ index: inclusion.leaf_index, size: head.size, root: head.root },
    leafHash: await hashLeaf(new TextEncoder().encode(leaf.data)),
    hashes: inclusion.hashes.map(bytesOf),
  })
}

async function untilRecorded(id: string): Promise<CertificateRecord> {
  for (let tries = 0; tries < 100; tries++) {
    const record = (await recordOf(id)).read(CertificateRecord)
    if (record.ledger) return record
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the entry has not come into the tree')
}

describe('the record of a certificate', () => {
  test('proves from itself that the ledger has what the certificate states, while the tree grows', async () => {
    const { token, signature_id } = await activateLead(app, admin, { fullName: 'Wilhelmina Ashworth' })
    const certificate = await certificateOf(token)
    const record = await untilRecorded(certificate.certificate_id)
    const { statement, statement_signature, public_key, network: _, ...rest } = certificate
    assert.deepEqual(
      { statement, statement_signature, public_key },
      {
        statement: record.statement,
        statement_signature: record.statement_signature,
        public_key: record.public_key,
      },
    )
    assert.equal(record.signature_id, signature_id)
    await verifyRecord(record)
    assert.ok(!JSON.stringify(record).includes(rest.full_name))
    const growing = Promise.all(Array.from({ length: 6 }, () => activateLead(app, admin)))
    const records = await Promise.all(
      Array.from({ length: 12 }, () => untilRecorded(certificate.certificate_id)),
    )
    for (const one of [...records, await untilRecorded(certificate.certificate_id)]) await verifyRecord(one)
    await growing
    const salt = `${record.ledger?.salt.startsWith('0') ? '1' : '0'}${record.ledger?.salt.slice(1)}`
    const forged = { ...record, ledger: record.ledger && { ...record.ledger, salt } }
    await assert.rejects(verifyRecord(forged))
  })

  test('may be read from any origin and is never kept', async () => {
    const { token } = await activateLead(app, admin)
    const { certificate_id } = await certificateOf(token)
    const { headers } = await recordOf(certificate_id.toUpperCase())
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cache-control'], 'no-cache')
  })

  test('says that and why it was revoked, and is gone once the holder was erased', async () => {
    const { token, leadId, signature_id } = await activateLead(app, admin)
    const { certificate_id } = await certificateOf(token)
    await revoke(signature_id)
    const revoked = await untilRecorded(certificate_id)
    assert.deepEqual(
      [revoked.revoked_at, revoked.revoke_reason],
      [app.clock.now().toISOString(), 'By mistake'],
    )
    await verifyRecord(revoked)
    await erase(leadId)
    assert.equal((await recordOf(certificate_id)).status, 410)
  })

  test('of a thousand guessed ids is never found, whether others exist or not', async () => {
    const { signature_id } = await activateLead(app, admin)
    const guesses = [signature_id, ...Array.from({ length: 1000 }, () => randomUUID())]
    const statuses = new Set<number>()
    for (const id of guesses) statuses.add((await recordOf(id)).status)
    assert.deepEqual([...statuses], [404])
  })
})

describe('the credential of a certificate', () => {
  test('is verified by others, names its holder, and proves its entry without this server', async () => {
    const holders = [
      { fullName: 'Wilhelmina Ashworth', organization: 'Harbour & Lane', position: 'Head "of" <Records>' },
      { fullName: 'क्षमा शर्मा', organization: 'सहकारी', position: 'निदेशक' },
      { fullName: 'ليلى حسن', organization: '\\u0000{{name}}', position: '@id' },
    ]
    for (const holder of holders) {
      const { token } = await activateLead(app, admin, holder)
      const reply = await fileOf(token, 'credential.json')
      assertPrivate(reply)
      const credential = JSON.parse(reply.text)
      const certificate = await certificateOf(token)
      assert.equal(
        reply.headers['content-disposition'],
        `attachment; filename="${certificate.certificate_id}.json"`,
      )
      assert.equal(await verifyBadge(app, credential), undefined)
      assert.deepEqual(credential['@context'], certificateContexts)
      const { credentialSubject: subject, evidence } = CertificateCredential.parse(credential)
      assert.deepEqual(
        [subject.name, subject.organization, subject.position],
        [certificate.full_name, certificate.organization, certificate.position],
      )
      await verifyRecord({
        statement: subject.statement,
        statement_signature: subject.statementSignature,
        public_key: subject.publicKey,
        ledger: CertificateRecord.shape.ledger.parse(evidence?.[0]?.entry),
      })
    }
  })

  test('is not verified once any part of it was changed', async () => {
    const { token } = await activateLead(app, admin)
    const credential = await readCredential(token)
    const { credentialSubject: subject, evidence } = credential
    const [{ entry }] = evidence
    const forgeries = {
      name: { ...credential, credentialSubject: { ...subject, name: 'Somebody else' } },
      holder: {
        ...credential,
        credentialSubject: { ...subject, statement: { ...subject.statement, holder: '00'.repeat(32) } },
      },
      order: {
        ...credential,
        evidence: [
          {
            ...evidence[0],
            entry: {
              ...entry,
              inclusion: { ...entry.inclusion, hashes: [...entry.inclusion.hashes, '00'.repeat(32)] },
            },
          },
        ],
      },
      status: {
        ...credential,
        credentialStatus: { ...credential.credentialStatus, statusListIndex: '99999' },
      },
    }
    for (const [part, forged] of Object.entries(forgeries))
      assert.notEqual(await verifyBadge(app, forged), undefined, part)
  })

  test('is revoked by the list of signatures, and erasing sets the same bit', async () => {
    const [one, two, three] = [
      await activateLead(app, admin),
      await activateLead(app, admin),
      await activateLead(app, admin),
    ]
    const credentials = await Promise.all([one, two, three].map(({ token }) => readCredential(token)))
    await revoke(one.signature_id)
    await erase(two.leadId)
    const verdicts = []
    for (const credential of credentials) verdicts.push(await verifyBadge(app, credential))
    assert.deepEqual(verdicts, ['revoked', 'revoked', undefined])
    // The holder still gets it: it says of itself where its status is listed.
    assert.equal(await verifyBadge(app, await readCredential(one.token)), 'revoked')
    assert.equal((await fileOf(two.token, 'credential.json')).status, 404)
    assert.equal((await visit('/credentials/signatures/status/2')).status, 404)
  })

  test('is there for used links only', async () => {
    const { token } = await inviteLead(app, admin)
    for (const one of [token, 'x'.repeat(43)])
      for (const file of ['credential.json', 'certificate.pdf'])
        assert.equal((await fileOf(one, file)).status, 404)
  })

  test('and the PDF are limited like all that links open', async () => {
    const { token } = await activateLead(app, admin)
    const headers = { 'x-forwarded-for': '198.53.0.1' }
    const guess = (one: string, file: string) => visit(`/api/signature/certificate/${one}/${file}`, headers)
    for (let tries = 0; tries < 11; tries++)
      await Promise.all([guess(randomUUID(), 'credential.json'), guess(randomUUID(), 'certificate.pdf')])
    for (const file of ['credential.json', 'certificate.pdf'])
      assert.equal((await guess(token, file)).status, 429)
  })
})

describe('the PDF of a certificate', () => {
  const download = async (send: Send, path: string) => {
    const response = await send(path, { headers: { 'x-forwarded-for': '198.54.0.1' } })
    assert.equal(response.status, 200, response.text)
    return response
  }

  test('is signed, in the language that is asked for, with a credential that others verify', async () => {
    const { token } = await activateLead(app, admin, { fullName: 'Wilhelmina Ashworth' })
    const { certificate_id: id } = await certificateOf(token)
    const path = `/api/signature/certificate/${token}/certificate.pdf`
    const reply = await download(app.send, `${path}?language=fr`)
    assertPrivate(reply)
    assert.equal(reply.headers['content-type'], 'application/pdf')
    assert.equal(reply.headers['content-disposition'], `attachment; filename="${id}.pdf"`)
    const pdf = new Uint8Array(reply.bytes)
    const lines = (await readLines(pdf)).join('\n')
    assert.match(lines, /Wilhelmina Ashworth/)
    assert.match(lines, /Certificat/)
    const key = await createDocumentKeyStore(app.db).findCurrent()
    assert.ok(await isSignedBy(pdf, new X509Certificate(key?.certificate ?? '').raw))
    const document = await openPdf(pdf)
    const links: { url?: string }[] = await (await document.getPage(1)).getAnnotations()
    assert.ok(links.some(({ url }) => url === `http://localhost:3000/verify/${id}`))
    const content = await document.getAttachmentContent('credential.json')
    await document.loadingTask.destroy()
    assert.ok(content)
    const credential = JSON.parse(new TextDecoder().decode(content))
    assert.equal(await verifyBadge(app, credential), undefined)
    assert.equal(credential.credentialSubject.name, 'Wilhelmina Ashworth')
    assert.ok(CertificateCredential.parse(credential).evidence)
    assert.equal((await visit(`${path}?language=xx`)).status, 422)
  })

  test('is for those of the team who may see what is on it, as long as the holder is not erased', async () => {
    const { signature_id, leadId } = await activateLead(app, admin)
    const path = `/api/signatures/${signature_id}/certificate.pdf`
    const editor = await app.signInAs('editor')
    assert.equal((await download(editor, path)).headers['content-type'], 'application/pdf')
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(path)).status, 403)
    assert.equal((await editor(`/api/signatures/${randomUUID()}/certificate.pdf`)).status, 404)
    const invited = await inviteLead(app, admin)
    const waiting = (await admin(`/api/leads/${invited.leadId}/signature`)).read(SignatureDetail)
    assert.equal((await editor(`/api/signatures/${waiting.id}/certificate.pdf`)).status, 404)
    await erase(leadId)
    assert.equal((await editor(path)).status, 410)
  })

  test('is refused when too many are made at once, and all others are answered', async () => {
    const { token } = await activateLead(app, admin)
    const path = `/api/signature/certificate/${token}/certificate.pdf`
    const replies = await Promise.all(Array.from({ length: 40 }, () => visit(path)))
    const refused = replies.filter(({ status }) => status === 503)
    assert.ok(refused.length > 0)
    for (const { headers } of refused) assert.ok(Number(headers['retry-after']) > 0)
    assert.ok(replies.length > refused.length)
    assert.ok(replies.every(({ status }) => status === 200 || status === 503))
    assert.equal((await visit(path)).status, 200)
  })
})
