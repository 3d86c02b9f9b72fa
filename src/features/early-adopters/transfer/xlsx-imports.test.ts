import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ImportReport } from '#features/early-adopters/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { rowsOf, xlsxOf, zipOf } from '../../../../test/support/files/xlsx.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Send

before(async () => {
  app = await startTestApp({ clock: createFakeClock(new Date('2026-06-01T12:00:00Z')) })
  editor = await app.signInAs('editor')
})
after(() => app.close())
beforeEach(() => app.pool.query('DELETE FROM early_adopters'))

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const send = (body: Buffer, { run = false, type = xlsxType, language = 'en' } = {}) =>
  editor(`/api/early-adopters/import?dry_run=${!run}`, {
    body,
    headers: { 'content-type': type, 'accept-language': language },
  })

const header = [
  'Nombre',
  'Correo electrónico',
  'Segmento',
  'Consentimiento',
  'Fecha del consentimiento',
  'Cargo',
]
const ana = ['Ana Núñez', 'ana@example.org', 'academic', 'sí', '2026-05-30', '0034']

describe('an import of an XLSX file', () => {
  test('adds its people like those of a CSV file, with the rows of the sheet', async () => {
    const bob =
      '<row r="5"><c r="A5" t="inlineStr"><is><t>Bob</t></is></c><c r="B5" t="inlineStr"><is><t>bob@example.org</t></is></c>' +
      '<c r="C5" t="inlineStr"><is><t>developer</t></is></c><c r="D5" t="b"><v>1</v></c><c r="E5" s="1"><v>46173.5</v></c></row>' +
      '<row r="8"><c r="A8" t="e"><v>#N/A</v></c><c r="B8" t="inlineStr"><is><t>c@example.org</t></is></c></row>'
    const file = xlsxOf({
      data: rowsOf([header, ana]) + bob,
      formats: ['dd/mm/yyyy'],
      sheetNames: ['Personas', 'Notas'],
    })
    const dry = (await send(file)).read(ImportReport)
    const ignored = dry.columns.flatMap(({ header, field }) => (field ? [] : [header]))
    assert.deepEqual([dry.encoding, dry.sheet, ignored], ['xlsx', 'Personas', ['Cargo']])
    assert.deepEqual(dry.counts, { added: 2, already: 0, duplicate: 0, refused: 1 })
    assert.deepEqual(
      dry.rows.map(({ line, outcome }) => [line, outcome]),
      [
        [8, 'refused'],
        [2, 'added'],
        [5, 'added'],
      ],
    )
    assert.equal((await send(file, { run: true })).read(ImportReport).counts.added, 2)
    const { rows } = await app.pool.query('SELECT name, consented_at FROM early_adopters ORDER BY name')
    assert.deepEqual(rows, [
      { name: 'Ana Núñez', consented_at: new Date('2026-05-30T00:00:00Z') },
      { name: 'Bob', consented_at: new Date('2026-05-31T12:00:00Z') },
    ])
  })

  test('goes by what the file is, not by its name or type', async () => {
    const xlsx = xlsxOf({ data: rowsOf([header, ana]) })
    const csv = Buffer.from([header, ana].map((cells) => cells.join(';')).join('\n'))
    for (const [body, encoding] of [
      [xlsx, 'xlsx'],
      [csv, 'utf-8'],
    ] as const) {
      for (const type of [xlsxType, 'text/csv']) {
        const report = (await send(body, { type })).read(ImportReport)
        assert.deepEqual([report.encoding, report.sheet, report.counts.added], [encoding, null, 1])
      }
      const form = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n'),
        body,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const report = (await send(form, { type: 'multipart/form-data; boundary=b' })).read(ImportReport)
      assert.equal(report.encoding, encoding)
    }
  })

  test('is refused in the language of whoever imports', async () => {
    const refusals: [body: Buffer, part: RegExp][] = [
      [xlsxOf({ data: rowsOf([header]) }).subarray(0, 400), /dañado o incompleto/],
      [zipOf([{ name: 'mimetype', content: 'x' }]), /guárdalo como XLSX o CSV/],
      [
        xlsxOf({ parts: [{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(2 ** 24) }] }),
        /demasiado grande/,
      ],
      [xlsxOf({ data: rowsOf([header, ana]), hidden: [0] }), /ninguna hoja visible/],
      [xlsxOf(), /faltan estas columnas|no tiene/],
      [xlsxOf({ data: '<row r="3"><c r="CW3"><v>1</v></c></row>' }), /línea 3 .* 100 columnas/],
    ]
    for (const [body, part] of refusals) {
      const reply = await send(body, { language: 'es' })
      assert.equal(reply.status, 422)
      assert.match(reply.problem().detail, part)
    }
    assert.equal((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 'PK\x03\x04'))).status, 413)
  })

  test('leaves the server to others while it is read', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [...['Ana', `p${n}@example.org`], ...ana.slice(2)])
    const strings: string[] = []
    const body = xlsxOf({ data: rowsOf([header, ...rows], strings), strings })
    let isDone = false
    const whole = send(body).finally(() => {
      isDone = true
    })
    let answers = 0
    while (!isDone) {
      assert.equal((await app.send('/healthz')).status, 200)
      answers++
    }
    assert.equal((await whole).read(ImportReport).counts.added, 20_000)
    assert.ok(answers >= 5, `${answers} answers`)
  })
})
