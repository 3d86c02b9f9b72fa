import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { Redirect } from '#features/seo/redirects/contract.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import type { Send } from '../../../../../test/support/http-client.ts'
import { RedirectImport } from './contract.ts'

const path = '/api/admin/seo/redirects'
let app: TestApp
let editor: Send

before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM redirects')
  editor = await app.signInAs('editor')
})
after(() => app.close())

const send = (body: string | Buffer, query = '') =>
  editor(`${path}/import${query}`, { body, headers: { 'content-type': 'text/csv' } })
const tryFile = async (body: string) => (await send(body)).read(RedirectImport)
const apply = (body: string | Buffer) => send(body, '?dry_run=false')
const list = async () => (await editor(`${path}?limit=200`)).read(z.array(Redirect))

describe('a file of redirects', () => {
  test('is tried first, and tells what would become of each line', async () => {
    await editor(path, { json: { from: '/a', to: '/docs' } })
    await editor(path, { json: { from: '/b', to: '/docs' } })
    const file = [
      'kind;to;from;note',
      '301;/docs;/a;',
      '308;/about;/b/;Changed',
      ';/docs;/caf%C3%A9;New',
      '410;;/gone;',
      '302;/docs;/kind;',
      '301;//evil.example;/evil;',
      '301;/docs;/about;',
      '301;/docs;/cafe\u0301/;',
      '410;/docs;/target;',
      '301;/y;/x;',
      '301;/x;/y;',
    ].join('\n')
    const report = await tryFile(file)
    assert.deepEqual(
      report.lines.map(({ line, outcome, errors }) => [line, outcome, errors[0]?.field]),
      [
        [2, 'unchanged', undefined],
        [3, 'changed', undefined],
        [4, 'added', undefined],
        [5, 'added', undefined],
        [6, 'refused', 'kind'],
        [7, 'refused', 'to'],
        [8, 'refused', 'from'],
        [9, 'refused', 'from'],
        [10, 'refused', 'to'],
        [11, 'refused', 'to'],
        [12, 'refused', 'to'],
      ],
    )
    assert.match(report.lines[7]?.errors[0]?.message ?? '', /4/)
    assert.equal(report.dry_run, true)
    assert.equal((await list()).length, 2)
    const refused = await apply(file)
    assert.equal(refused.status, 422)
    assert.match(refused.problem().detail, /6/)
    assert.equal((await list()).length, 2)
  })

  test('is in force as a whole when the call answers', async () => {
    const { id } = (await editor(path, { json: { from: '/b', to: '/docs' } })).read(Redirect)
    const reply = await apply(
      'from,to,kind,note\r\n/a,/docs,,\r\n/b,/about,308,"with, comma"\r\n/العقود,,410,\r\n',
    )
    const { added, changed } = reply.read(RedirectImport)
    assert.deepEqual([added, changed], [2, 1])
    assert.equal((await app.send('/es/a')).headers.location, '/es/docs')
    assert.equal((await app.send('/es/b')).status, 308)
    assert.equal((await app.send('/ar/%D8%A7%D9%84%D8%B9%D9%82%D9%88%D8%AF')).status, 410)
    assert.equal((await list()).find((one) => one.from === '/b')?.id, id)
  })

  test('may have 5,000 lines and not one more', async () => {
    const lines = (number: number) =>
      `from,to\n${Array.from({ length: number }, (_, index) => `/old-${index},/docs`).join('\n')}\n`
    const tooMany = await send(lines(5_001))
    assert.equal(tooMany.status, 422)
    const start = performance.now()
    assert.equal((await apply(lines(5_000))).read(RedirectImport).added, 5_000)
    assert.ok(performance.now() - start < 10_000)
    assert.equal((await app.send('/es/old-4999')).headers.location, '/es/docs')
    assert.equal((await tryFile(lines(5_000))).unchanged, 5_000)
    const full = await editor(path, { json: { from: '/one-more', to: '/docs' } })
    assert.equal(full.status, 409)
    assert.equal((await tryFile('from,to\n/one-more,/docs\n')).refused, 1)
  })

  test('makes no circle with what is there, and none when it is imported twice at once', async () => {
    await editor(path, { json: { from: '/b', to: '/es/a' } })
    assert.equal((await tryFile('from,to\n/a,/b\n')).refused, 1)
    const replies = await Promise.all(['/p,/q', '/q,/p'].map((line) => apply(`from,to\n${line}\n`)))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 422])
  })

  test('is exported without formulas, and can be imported again as it was', async () => {
    const note = '=HYPERLINK("https://evil.example";"x"), @sum'
    await editor(path, { json: { from: '/a', to: '/docs', note } })
    await editor(path, { json: { from: '/gone', kind: 410, note: "'quoted" } })
    const reply = await editor(`${path}/export.csv`)
    assert.match(reply.headers['content-type'] ?? '', /text\/csv/)
    assert.match(reply.headers['content-disposition'] ?? '', /redirects\.csv/)
    for (const cell of reply.text.replace('\ufeff', '').split(/[,\r\n]+/))
      assert.doesNotMatch(cell.replace(/^"/, ''), /^[=@+]/)
    assert.deepEqual(
      (await tryFile(reply.text)).lines.map(({ outcome }) => outcome),
      ['unchanged', 'unchanged'],
    )
    await app.pool.query('DELETE FROM redirects')
    assert.equal((await apply(reply.bytes)).status, 200)
    assert.deepEqual(new Set((await list()).map((one) => one.note)), new Set([note, "'quoted"]))
  })

  test('is refused with a sentence when it cannot be read', async () => {
    for (const body of ['', '\n\n', 'a,b\n/a,/b\n', Buffer.from([0, 1, 2]), `from\n${'a'.repeat(3_000)}\n`])
      assert.equal((await send(body)).status, 422, String(body).slice(0, 20))
    const json = await editor(`${path}/import`, { json: { from: '/a' } })
    assert.equal(json.status, 415)
    const viewer = await app.signInAs('viewer')
    const headers = { 'content-type': 'text/csv' }
    assert.equal((await viewer(`${path}/import`, { body: 'from\n', headers })).status, 403)
    assert.equal((await viewer(`${path}/export.csv`)).status, 200)
  })

  test('is read from a form too, and in an encoding of old programs', async () => {
    const body =
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nfrom,to\r\n/f,/docs\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    assert.equal((await editor(`${path}/import`, { body, headers })).read(RedirectImport).added, 1)
    const old = Buffer.from('from,to,note\n/a,/docs,Campa\xf1a\n', 'latin1')
    assert.equal((await send(old)).read(RedirectImport).lines[0]?.note, 'Campaña')
  })
})
