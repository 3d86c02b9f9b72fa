import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { writeSampleFile } from '#features/early-adopters/admin/import/sample-file.ts'
import { EarlyAdopter, ImportedColumn, ImportReport } from '#features/early-adopters/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { writeCsvLine } from '#shared/csv.ts'
import { readCsv } from '#shared/files/csv-lines.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Send

before(async () => {
  app = await startTestApp({ clock: createFakeClock(new Date('2026-06-01T12:00:00Z')) })
  editor = await app.signInAs('editor')
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM confirmation_queue; DELETE FROM early_adopters')
})

const linesOf = (reply: Reply) => [...readCsv(reply.text.slice(1), ',')].map(({ cells }) => cells)
const people = async () => (await editor('/api/early-adopters?limit=200')).read(z.array(EarlyAdopter))

type Cells = Record<string, string>
const good: Cells = {
  name: 'Ana',
  email: 'ana@example.org',
  segment: 'academic',
  consent: 'yes',
  consented_at: '2026-05-31',
}
const fileOf = (...rows: Cells[]) => {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))]
    .map((cells) => writeCsvLine(cells, ','))
    .join('')
}
const send = (body: string | Buffer, { run = false, language = 'en' } = {}) =>
  editor(`/api/early-adopters/import?dry_run=${!run}`, {
    body,
    headers: { 'content-type': 'text/csv', 'accept-language': language },
  })
const importOf = async (body: string | Buffer, options = {}) => (await send(body, options)).read(ImportReport)

describe('the columns of an imported file', () => {
  const sendMapped = (body: string, columns: string, { run = false } = {}) =>
    editor(`/api/early-adopters/import?dry_run=${!run}&${new URLSearchParams({ columns })}`, {
      body,
      headers: { 'content-type': 'text/csv', 'accept-language': 'en' },
    })
  const file =
    'Who,Where,What,OK,When,Other\nAna,ana@example.org,academic,yes,2026-05-31,x\n,,,,,\nBob,bob@example.org,academic,yes,2026-05-31,y\n'

  test('are told with some of their values, and read as somebody says', async () => {
    const refused = await send(file)
    assert.equal(refused.status, 422)
    const told = z.array(ImportedColumn).parse(refused.problem().columns)
    assert.deepEqual(told[1], {
      header: 'Where',
      samples: ['ana@example.org', 'bob@example.org'],
      field: null,
    })
    const report = (await sendMapped(file, 'name,email,segment,consent,consented_at,', { run: true })).read(
      ImportReport,
    )
    assert.equal(report.counts.added, 2)
    assert.deepEqual(
      report.columns.map(({ field }) => field),
      ['name', 'email', 'segment', 'consent', 'consented_at', null],
    )
    assert.deepEqual((await people()).map(({ name }) => name).sort(), ['Ana', 'Bob'])
  })

  test('of which two may be the same field are asked for', async () => {
    const two =
      'name,email,e-mail,segment,consent,consented_at\nAna,old@example.org,new@example.org,academic,yes,2026-05-31\n'
    const refused = await send(two)
    assert.equal(refused.status, 422)
    assert.match(refused.problem().detail, /e-mail/)
    const told = z.array(ImportedColumn).parse(refused.problem().columns)
    assert.deepEqual(
      told.map(({ field }) => field),
      ['name', null, null, 'segment', 'consent', 'consented_at'],
    )
    await sendMapped(two, 'name,,email,segment,consent,consented_at', { run: true })
    assert.deepEqual(
      (await people()).map(({ email }) => email),
      ['new@example.org'],
    )
  })

  for (const columns of [
    'name,email,segment,consent,consented_at,nonsense',
    'name,email,segment,consent,consented_at,name',
    'name,email,segment,consent,consented_at,,,,company',
    'name,email,segment',
    '',
    'constructor,__proto__',
    'x'.repeat(4001),
  ]) {
    test(`are refused as ${columns.slice(0, 60)}`, async () => {
      const reply = await sendMapped(file, columns, { run: true })
      assert.equal(reply.status, 422)
      assert.ok(reply.problem().detail.length > 10)
      assert.deepEqual(await people(), [])
    })
  }
})

for (const language of languages) {
  test(`the sample file in ${language} is one that an import accepts`, async () => {
    const { translator } = await loadCatalogues()
    const t = translator(language)
    const file = writeSampleFile(
      (key) => t(key.startsWith('segments.') ? `admin:${key}` : `leads:${key}`),
      '2026-05-31',
      ';',
    )
    const report = await importOf(file, { language: 'it' })
    assert.deepEqual(report.counts, { added: 2, already: 0, duplicate: 0, refused: 0 })
    assert.ok(report.columns.every(({ field }) => field !== null))
  })
}

describe('the refused lines of an imported file', () => {
  const refusedOf = (body: string | Buffer, query = '', language = 'en') =>
    editor(`/api/early-adopters/import/refused${query}`, {
      body,
      headers: { 'content-type': 'text/csv', 'accept-language': language },
    })

  test('come with their reasons, are corrected and imported again', async () => {
    const file = fileOf(
      { ...good, name: '=cmd|x', extra: '+1' },
      { ...good, email: 'b@example.org', segment: 'Unheard', name: "'=quoted" },
      { ...good, email: 'c@example.org', interests: 'identity gold', name: 'a\n"b", c' },
      { ...good, email: 'd@example.org', consent: 'no', name: '=1+1' },
    )
    const reply = await refusedOf(file)
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8')
    const [header = [], ...lines] = linesOf(reply)
    assert.deepEqual(header.slice(0, 4), ['Line of the file', 'Why it is not imported', 'name', 'email'])
    assert.deepEqual(
      lines.map(([line]) => line),
      ['3', '4', '6'],
    )
    assert.match(lines[0]?.[1] ?? '', /It can be: .*Academia/)
    assert.match(lines[1]?.[1] ?? '', /They can be: .*Identity/)
    for (const cell of lines.flat()) assert.doesNotMatch(cell, /^[=+\-@]/)
    assert.deepEqual(await people(), [])

    const corrected = reply.text
      .replace('Unheard', 'business')
      .replace('identity gold', 'identity')
      .replace(',no,', ',yes,')
    // A second round of refusals does not pile up their columns.
    const again = linesOf(await refusedOf(reply.text))
    assert.deepEqual(again[0], header)
    // The name of one still has two lines.
    assert.equal(linesOf(await refusedOf(corrected)).length, 2)
    const report = await importOf(corrected, { run: true })
    assert.deepEqual(report.counts, { added: 2, already: 0, duplicate: 0, refused: 1 })
    assert.deepEqual((await people()).map(({ name }) => name).sort(), ['=1+1', '=quoted'])
  })

  test('are all of them, in the reader’s language and for its spreadsheet', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ ...good, email: `x${n}` }))
    const reply = await refusedOf(fileOf(...rows), '?separator=;', 'ar')
    const lines = [...readCsv(reply.text.slice(1), ';')]
    assert.equal(lines.length, 3_001)
    assert.equal(lines[0]?.cells[0], 'سطر الملف')
  })

  test('follow the columns that somebody has chosen, and are refused like the import', async () => {
    const file = 'a,b,c,d,e\nAna,x,academic,yes,2026-05-31\n'
    assert.equal((await refusedOf(file)).status, 422)
    const columns = 'name,email,segment,consent,consented_at'
    const reply = await refusedOf(file, `?columns=${columns}`)
    assert.equal(linesOf(reply).length, 2)
    // Their columns have names by then, so that nobody has to choose again.
    const corrected = await importOf(reply.text.replace(',x,', ',x@example.org,'))
    assert.deepEqual(corrected.counts, { added: 1, already: 0, duplicate: 0, refused: 0 })
    assert.equal((await refusedOf(file, '?columns=name,name')).status, 422)
    assert.equal((await refusedOf(file, `?columns=${columns}&separator=x`)).status, 422)
    const viewer = await app.signInAs('viewer')
    const asViewer = await viewer('/api/early-adopters/import/refused', {
      body: fileOf(good),
      headers: { 'content-type': 'text/csv' },
    })
    assert.equal(asViewer.status, 403)
  })
})
