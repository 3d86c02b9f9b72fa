import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeToken } from '#platform/secrets/bearer-token.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { insertLeads } from '../../../test/support/badges.ts'
import { activate, activateLead, createSecondProcess, formOf, invite, inviteLead, readToken } from '../../../test/support/signatures/signatures.ts'

let app: TestApp
let admin: Send
before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
  admin = await app.signIn()
})
after(() => app.close())
const say = (...a: unknown[]) => console.log('!==', ...a)

async function dump() {
  const { rows } = await app.pool.query(`SELECT table_name t FROM information_schema.tables WHERE table_schema='public' AND table_type='BASE TABLE'`)
  const out: [string, string][] = []
  for (const { t } of rows) {
    const r = await app.pool.query(`SELECT row_to_json(x)::text j FROM "${t}" x`)
    for (const { j } of r.rows) out.push([t, j])
  }
  return out
}

test('strange tokens', async () => {
  for (const path of ['x'.repeat(5000), '%ff', '%00', 'a%2fb', '..', '%2e%2e', '%E0%A4%A', '%C3%B1', '%20', '%F0%9F%98%80']) {
    for (const route of ['validate', 'certificate'])
      { const r = await app.send(`/api/signature/${route}/${path}`); if (r.status >= 500 || r.status !== (route==='validate'?200:404)) say(route, path.slice(0, 20), r.status, r.text.slice(0, 150), r.headers['cache-control'], r.headers['referrer-policy']) }
    const r = await app.send(`/api/signature/activate/${path}`, { json: formOf() , headers: {'x-forwarded-for': '203.0.113.' + Math.floor(Math.random()*250)}})
    if (r.status !== 404) say('activate', path.slice(0, 20), r.status, r.text.slice(0, 150))
  }
  const m = makeToken('')
  for (const [method, p] of [['DELETE', `/api/signature/activate/${m}`], ['HEAD', `/api/signature/validate/${m}`], ['GET', `/api/signature/activate/${m}`], ['PUT', `/api/signature/validate/${m}`]] as const) {
    const r = await app.send(p, { method })
    say(method, p.slice(0, 25), r.status, r.headers['cache-control'], r.headers['referrer-policy'], r.text.slice(0, 80))
  }
  const r = await app.send(`/api/signature/activate/${m}`, { json: { ...formOf(), useCase: 'x'.repeat(3_000_000) } }).catch((e) => ({ status: String(e), text: '', headers: {} }))
  say('huge body', r.status, r.text.slice(0, 300), r.headers['cache-control'])
  const r2 = await app.send(`/api/signature/activate/${m}`, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } } as never)
  say('broken body', r2.status, r2.text.slice(0, 300))
})

test('strange names', async () => {
  const names = ['\u0627\u0644', 'A\u0301', 'ﷺ'.repeat(200), '𝕬𝖓𝖆', 'a\u200db', 'a\u200b', '<script>', "Robert'); --", '\ud800', 'Z̵̡̢̛̗̘̙̜̝̞̟̠͇̊', '𐍈'.repeat(100), 'ﬁ', '\u00a0x', 'x\u0085y', '\u034f\u034f']
  for (const n of names) {
    const { token } = await inviteLead(app, admin)
    const r = await activate(app, token, formOf({ fullName: n, organization: n, position: n, useCase: n }))
    if (r.status !== 200) { say('name', JSON.stringify(n).slice(0, 30), r.status, r.text.slice(0, 200)); continue }
    const c = await app.send(`/api/signature/certificate/${token}`)
    if (c.status !== 200) say('cert', n, c.status, c.text)
  }
})

test('erasure leaves nothing', async () => {
  const [leadId = ''] = await insertLeads(app, 1, { email: 'Zoraida@Qwertz.example', emailKey: 'zoraida@qwertz.example', name: 'Zoraida Quxley', searchText: 'zoraida quxley' })
  await invite(admin, leadId)
  const token = await readToken(app, leadId)
  await app.send(`/api/signature/progress/${token}`, { json: { step: 'started' } })
  const a = await activate(app, token, formOf({ fullName: 'Zoraida Quxley', organization: 'Qwertzorg', position: 'Qwertzpos', useCase: 'Qwertzuse', phoneNumber: '+99 887766', linkedinProfile: 'https://qwertzlink.example/' }))
  const address = JSON.parse(a.text).signature_data.blockchain_address
  const signatureId = JSON.parse(a.text).signature_data.signature_id
  const cert = JSON.parse((await app.send(`/api/signature/certificate/${token}`)).text)
  await admin(`/api/signatures/${signatureId}/revoke`, { json: { reason: 'Qwertzreason of Zoraida' } })
  await invite(admin, leadId)
  const del = await admin(`/api/leads/${leadId}`, { method: 'DELETE' })
  say('erase', del.status)
  const needles = ['zoraida', 'qwertz', '887766', token, address, address.toLowerCase(), cert.statement.holder, cert.statement_signature, cert.public_key, leadId, cert.certificate_id, signatureId]
  for (const [t, j] of await dump()) for (const n of needles) if (j.toLowerCase().includes(String(n).toLowerCase())) say('REMAINS', t, String(n).slice(0, 20), j.slice(0, 700))
})

test('token anywhere', async () => {
  const { token } = await inviteLead(app, admin)
  await activate(app, token)
  for (const path of [`/es/activate-signature/${token}`, `/activate-signature/${token}`]) { const r = await app.send(path); say(path.slice(0, 24), r.status, r.headers['cache-control'], r.headers['referrer-policy'], r.headers['location'] ?? '') }
  for (const [t, j] of await dump()) if (j.includes(token)) say('TOKEN', t, j.slice(0, 300))
})

test('races', async () => {
  for (let i = 0; i < 12; i++) {
    const { leadId, token } = await inviteLead(app, admin)
    const id = JSON.parse((await admin(`/api/leads/${leadId}/signature`)).text).id
    const act = () => activate(app, token)
    const kinds = {
      resend: () => admin(`/api/signatures/${id}/resend`, { method: 'POST' }),
      revoke: () => admin(`/api/signatures/${id}/revoke`, { json: { reason: 'x' } }),
      erase: () => admin(`/api/leads/${leadId}`, { method: 'DELETE' }),
      progress: () => app.send(`/api/signature/progress/${token}`, { json: { step: 'started' } }),
      rotate: async () => ({ status: (await (await createSecondProcess(app)).masterKeys.rotate()).epoch, text: '' }),
      invite: () => admin('/api/signatures/invitations', { json: { lead_ids: [leadId] } }),
    }
    const names = Object.keys(kinds) as (keyof typeof kinds)[]
    const some = names.filter((_, k) => i % 4 === 3 || (i + k) % 2 === 0)
    const results = await Promise.all([act(), act(), ...some.map((n) => kinds[n]()), act(), ...some.map((n) => kinds[n]())])
    const s = results.map((r) => r.status)
    if (s.some((x) => x >= 500)) say('RACE 500', i, some, s, results.filter((r) => r.status >= 500).map((r) => r.text.slice(0, 200)))
    const { rows } = await app.pool.query(`SELECT id, activated_at, revoked_at, erased_at, lead_id, address, full_name, (SELECT count(*)::int FROM ledger_openings o WHERE o.subject = s.id) o, (SELECT count(*)::int FROM signature_links l WHERE l.signature_id = s.id) l FROM signatures s WHERE lead_id = $1 OR id = $2`, [leadId, id])
    say(i, some.join(), s.join(), JSON.stringify(rows.map((r) => [!!r.activated_at, !!r.revoked_at, !!r.erased_at, !!r.lead_id, !!r.address, r.o, r.l])))
  }
})
