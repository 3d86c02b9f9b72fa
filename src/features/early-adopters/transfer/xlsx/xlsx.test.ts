import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type ImportFile, openImportFile } from '#features/early-adopters/transfer/import-file.ts'
import { createWorkerPool } from '#platform/worker-pool.ts'
import type { CsvLine } from '#shared/files/csv-lines.ts'
import { Problem } from '#shared/problem.ts'
import { rowsOf, xlsxOf, zipOf } from '../../../../../test/support/files/xlsx.ts'

const workers = createWorkerPool()
after(() => workers.close())

const open = (bytes: Buffer) => openImportFile(bytes, { language: 'en', workers })
async function groupsOf({ readGroups }: ImportFile) {
  const groups: CsvLine[][] = []
  for await (const group of readGroups()) groups.push(group)
  return groups
}
async function read(options: Parameters<typeof xlsxOf>[0]): Promise<[line: number, ...cells: string[]][]> {
  const groups = await groupsOf(await open(xlsxOf(options)))
  return groups.flat().map(({ line, cells }) => [line, ...cells])
}
/** The cells of the only row. */
const readRow = async (cells: string, options: Parameters<typeof xlsxOf>[0] = {}) =>
  (await read({ data: `<row r="1">${cells}</row>`, ...options }))[0]?.slice(1) ?? []
const refusalOf = async (bytes: Buffer): Promise<string> => {
  try {
    await open(bytes)
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return error.code
    throw error
  }
  return 'none'
}
const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'

describe('an XLSX file', () => {
  test('is read row by row, with its gaps', async () => {
    const data =
      '<row r="2"><c r="B2" t="inlineStr"><is><t>b</t></is></c><c r="C2"/><c r="E2" s="0"><v>5</v></c><c r="F2" t="inlineStr"><is><t/></is></c></row>' +
      '<row r="3"/><row r="4"><c r="A4" t="inlineStr"><is><t> </t></is></c></row>' +
      '<row r="9"><c r="AB9"><v>28</v></c></row>'
    const [first, second, ...others] = await read({ data })
    assert.deepEqual(first, [2, '', 'b', '', '', '5'])
    assert.deepEqual([second?.[0], second?.length, second?.at(-1)], [9, 29, '28'])
    assert.deepEqual(others, [])
    assert.deepEqual(
      await read({ data: '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>' }),
      [
        [1, '1', '2'],
        [2, '3'],
      ],
    )
    assert.deepEqual(await read({}), [])
  })

  test('has shared strings, in runs and without how they are pronounced', async () => {
    const strings = [
      '<t>plain &amp; &#x41;</t>',
      '<r><t>José</t></r><r><rPr><b/></rPr><t xml:space="preserve"> Núñez</t></r>',
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
      '<t/>',
      '<t>two_x000D_\nlines_x005F_x_x0000_</t>',
      '<t><![CDATA[<b>]]></t>',
    ]
    const cells = strings.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('')
    assert.deepEqual(await readRow(cells, { strings }), [
      'plain & A',
      'José Núñez',
      '東京',
      '',
      'two\r\nlines_x',
      '<b>',
    ])
    assert.equal(await refusalOf(xlsxOf({ data: '<row><c t="s"><v>0</v></c></row>' })), 'import_damaged')
    assert.equal(
      await refusalOf(xlsxOf({ strings, data: '<row><c t="s"><v>6</v></c></row>' })),
      'import_damaged',
    )
  })

  test('has inline strings, numbers, truth values, results of formulas, and no errors', async () => {
    const cells =
      '<c t="inlineStr"><is><r><t>0034</t></r><r><t> 600</t></r></is></c><c><v>34600000000</v></c>' +
      '<c><v>3.46E+10</v></c><c t="n"><v>0.30000000000000004</v></c><c><v>1.5E-7</v></c><c><v>-12.50</v></c>' +
      '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="str"><f>A1&amp;"x"</f><v>made</v></c><c><f>1+1</f><v>2</v></c>' +
      '<c t="e"><v>#N/A</v></c><c><f>1+1</f></c><c t="d"><v>2026-05-31T00:00:00</v></c><c><v>123456789012345678</v></c>'
    assert.deepEqual(await readRow(cells), [
      ...['0034 600', '34600000000', '34600000000', '0.3', '0.00000015', '-12.5', 'true', 'false'],
      ...['made', '2', '', '', '2026-05-31', '123456789012345678'],
    ])
  })

  test('has dates where a style says so, in both systems', async () => {
    const formats = [
      'dd/mm/yyyy',
      '[$-409]d\\-mmm\\-yy;@',
      '0.00" days"',
      '[h]:mm',
      '00000',
      '#,##0.00 [$€-C0A]',
    ]
    const cells = formats.map((_, place) => `<c s="${place + 1}"><v>46173</v></c>`).join('')
    const further =
      '<c s="1"><v>46173.5</v></c><c s="1"><v>1</v></c><c s="1"><v>0.25</v></c><c s="1"><v>-1</v></c><c s="1"><v>3000000</v></c><c s="5"><v>123</v></c><c s="99"><v>7</v></c>'
    assert.deepEqual(await readRow(cells + further, { formats }), [
      ...['2026-05-31', '2026-05-31', '46173', '46173', '46173', '46173'],
      ...['2026-05-31 12:00:00', '1900-01-01', '06:00:00', '-1', '3000000', '00123', '7'],
    ])
    assert.deepEqual(await readRow('<c s="1"><v>44711</v></c>', { formats, is1904: true }), ['2026-05-31'])
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="2"/></cellXfs></styleSheet>'
    const parts = [{ name: 'xl/styles.xml', content: styles }]
    const builtIn = '<c s="0"><v>46173</v></c><c s="1"><v>46173.75</v></c><c s="2"><v>46173</v></c>'
    assert.deepEqual(await readRow(builtIn, { parts }), ['2026-05-31', '2026-05-31 18:00:00', '46173'])
  })

  test('may write its names with prefixes, and in other cases', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetViews/><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData><x:extLst><x:row r="1"><x:c><x:v>9</x:v></x:c></x:row></x:extLst></x:worksheet>'
    const parts = [{ name: 'XL/Worksheets/Sheet1.XML', content: sheet }]
    const file = xlsxOf({ parts: [...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet }] })
    const groups = await groupsOf(await open(file))
    assert.deepEqual(groups.flat(), [{ line: 1, cells: ['a'] }])
  })

  test('is read from its first visible sheet, which is named when there are several', async () => {
    assert.equal((await open(xlsxOf({ data: row }))).sheet, null)
    const several = { data: row, sheetNames: ['Personas &amp; más', 'Notes', 'x'] }
    assert.equal((await open(xlsxOf(several))).sheet, 'Personas & más')
    assert.equal((await open(xlsxOf({ ...several, hidden: [0] }))).sheet, 'Notes')
    assert.equal((await open(xlsxOf({ ...several, hidden: [1, 2] }))).sheet, null)
    assert.equal(await refusalOf(xlsxOf({ data: row, hidden: [0] })), 'import_no_sheet')
    const hundred = await open(
      xlsxOf({ data: row, sheetNames: Array.from({ length: 100 }, (_, n) => `s${n}`) }),
    )
    assert.equal(hundred.sheet, 's0')
  })

  test('of ten thousand rows comes in groups, as often as wanted', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => [`Name ${n}`, `p${n}@example.org`])
    const strings: string[] = []
    const file = await open(xlsxOf({ data: rowsOf(rows, strings), strings }))
    for (const _time of [1, 2]) {
      const groups = await groupsOf(file)
      assert.ok(groups.length >= 20 && groups.every(({ length }) => length <= 500))
      assert.deepEqual(
        groups.flat().map(({ cells }) => cells),
        rows,
      )
    }
  })

  test('has the limits of a CSV file, and says at which row', async () => {
    const long = 'a'.repeat(10_001)
    const beyond: [data: string, code: string, strings?: string[]][] = [
      [`${row}<row r="7"><c r="A7" t="inlineStr"><is><t>${long}</t></is></c></row>`, 'import_cell_too_long'],
      [`${row}<row r="7"><c r="A7" t="s"><v>0</v></c></row>`, 'import_cell_too_long', [`<t>${long}</t>`]],
      [`${row}<row r="7"><c r="CW7"><v>1</v></c></row>`, 'import_too_many_columns'],
    ]
    for (const [data, code, strings] of beyond) {
      await assert.rejects(open(xlsxOf({ data, ...(strings && { strings }) })), (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual([error.code, error.options.params?.line], [code, '7'])
        return true
      })
    }
    // Neither texts that no cell names nor empty cells count.
    assert.equal((await read({ data: row, strings: [`<t>${long}</t>`] })).length, 1)
    assert.equal((await read({ data: '<row><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>' })).length, 1)
    const many = Array.from({ length: 100_002 }, (_, n) => `<row><c><v>${n}</v></c></row>`)
    assert.equal(await refusalOf(xlsxOf({ data: many.join('') })), 'import_too_many_rows')
    assert.equal((await read({ data: many.slice(1).join('') })).length, 100_001)
  })
})

describe('a hostile file is refused with its reason:', () => {
  const file = xlsxOf({ data: row })
  const withSheet = (content: string | Buffer, claims = {}) =>
    xlsxOf({ parts: [{ name: 'xl/worksheets/sheet1.xml', content, claims }] })
  const sheetOf = (data: string) => `<worksheet><sheetData>${data}</sheetData></worksheet>`
  const nulls = Buffer.alloc(30 * 1024 * 1024)

  const cases: Record<string, [code: string, bytes: () => Buffer]> = {
    'a bomb': ['import_too_large_unpacked', () => withSheet(nulls)],
    'a bomb that claims to be small': ['import_too_large_unpacked', () => withSheet(nulls, { size: 100 })],
    'a claim of 2 GB': ['import_too_large_unpacked', () => withSheet(sheetOf(row), { size: 2 ** 31 })],
    'a bomb of shared strings': [
      'import_too_large_unpacked',
      () => xlsxOf({ data: row, strings: Array.from({ length: 200_000 }, () => '<t>the same</t>') }),
    ],
    'more text than fits': [
      'import_too_large_unpacked',
      () =>
        xlsxOf({
          strings: [`<t>${'x'.repeat(9_000)}</t>`],
          data: Array.from(
            { length: 100 },
            (_, n) => `<row r="${n + 1}" h="${Math.sin(n)}">${`<c t="s"><v>0</v></c>`.repeat(100)}</row>`,
          ).join(''),
        }),
    ],
    'very many entries': [
      'import_too_large_unpacked',
      () => zipOf(Array.from({ length: 5_001 }, (_, n) => ({ name: `${n}`, content: '', isStored: true }))),
    ],
    'a false checksum': ['import_damaged', () => withSheet(sheetOf(row), { crc: 1 })],
    'a false size': ['import_damaged', () => withSheet(sheetOf(row), { size: 10 })],
    'a DTD': [
      'import_damaged',
      () => withSheet(`<!DOCTYPE worksheet [<!ENTITY a SYSTEM "file:///etc/passwd">]>${sheetOf(row)}`),
    ],
    'a DTD further down': ['import_damaged', () => withSheet(sheetOf(`<!DOCTYPE x>${row}`))],
    'cut XML': ['import_damaged', () => withSheet(`<worksheet><sheetData>${row}`)],
    'cut in a tag': ['import_damaged', () => withSheet('<worksheet><sheetData><row r="1')],
    'no XML': ['import_damaged', () => withSheet('')],
    'another root': ['import_damaged', () => withSheet('<html></html>')],
    'two roots': ['import_damaged', () => withSheet(`${sheetOf(row)}${sheetOf(row)}`)],
    'bytes that are not UTF-8': ['import_damaged', () => withSheet(Buffer.from([0x3c, 0xff, 0xfe]))],
    'a million levels': ['import_damaged', () => withSheet(sheetOf('<a>'.repeat(1_000) + Math.random()))],
    'a tag without an end': [
      'import_damaged',
      () =>
        withSheet(
          `<worksheet a="${Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
            .toString('hex')
            .repeat(20)}`,
        ),
    ],
    'rows out of order': ['import_damaged', () => withSheet(sheetOf('<row r="5"/><row r="4"/>'))],
    'a row far away': ['import_damaged', () => withSheet(sheetOf('<row r="1048577"/>'))],
    'a column far away': ['import_damaged', () => withSheet(sheetOf('<row r="1"><c r="XFE1"/></row>'))],
    'a cell without a column': ['import_damaged', () => withSheet(sheetOf('<row r="1"><c r="1A"/></row>'))],
    'a name that leads outside': [
      'import_damaged',
      () => xlsxOf({ data: row, parts: [{ name: '../../evil', content: 'x' }] }),
    ],
    'an absolute name': [
      'import_damaged',
      () => xlsxOf({ data: row, parts: [{ name: '/etc/x', content: 'x' }] }),
    ],
    'a missing sheet': [
      'import_damaged',
      () => {
        const content =
          '<Relationships><Relationship Id="rId1" Type="worksheet" Target="none.xml"/></Relationships>'
        return xlsxOf({ parts: [{ name: 'xl/_rels/workbook.xml.rels', content }] })
      },
    ],
    'its first half': ['import_damaged', () => file.subarray(0, file.length / 2)],
    'all but its last byte': ['import_damaged', () => file.subarray(0, -1)],
    'bytes after its end': ['import_damaged', () => Buffer.concat([file, Buffer.from('x')])],
    'nothing in the ZIP file': ['import_file_kind', () => zipOf([])],
    'an encrypted part': ['import_encrypted', () => withSheet(sheetOf(row), { flags: 0x801 })],
    'an encrypted workbook': [
      'import_encrypted',
      () => Buffer.concat([ole, Buffer.alloc(500), Buffer.from('EncryptedPackage', 'utf16le')]),
    ],
    'an old workbook': ['import_file_kind', () => Buffer.concat([ole, Buffer.alloc(500)])],
    'an OpenDocument file': [
      'import_file_kind',
      () => zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
    ],
    'a Numbers file': ['import_file_kind', () => zipOf([{ name: 'Index/Document.iwa', content: 'x' }])],
    'a binary workbook': [
      'import_file_kind',
      () =>
        zipOf([
          {
            name: '_rels/.rels',
            content:
              '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          },
        ]),
    ],
    'a text document': [
      'import_file_kind',
      () =>
        zipOf([
          {
            name: '_rels/.rels',
            content:
              '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
          },
          { name: 'word/document.xml', content: '<document/>' },
        ]),
    ],
    'a PDF': ['import_file_kind', () => Buffer.from('%PDF-1.7 …')],
    'a table in HTML': [
      'import_file_kind',
      () => Buffer.from('\ufeff <table><tr><td>name</td></tr></table>'),
    ],
  }
  for (const [name, [code, bytes]] of Object.entries(cases)) {
    test(name, async () => assert.equal(await refusalOf(bytes()), code))
  }

  test('any byte changed is read or refused, and never fails', async () => {
    const strings: string[] = []
    const whole = xlsxOf({ data: rowsOf([['a', 'b']], strings), strings, formats: ['d'] })
    for (let at = 0; at < whole.length; at += 7) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      const code = await refusalOf(changed)
      assert.match(
        code,
        /^(none|import_(damaged|encrypted|file_kind|no_sheet|too_large_unpacked|unreadable))$/,
      )
    }
  })
})

const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
