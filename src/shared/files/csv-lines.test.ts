import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { escapeFormulas, unescapeFormulas, writeCsvLine } from '#shared/csv.ts'
import { CsvLimitError, guessSeparator, readCsv, scanCsv } from './csv-lines.ts'

const read = (text: string, separator = ',') => readCsv(text, separator)

describe('a CSV file', () => {
  test('is read as it was written', () => {
    const cells = ['a', 'b,c', 'd"e', 'f;g', 'h\r\ni', '', ' j ', '\t']
    for (const separator of [',', ';'] as const) {
      const text = writeCsvLine(cells, separator) + writeCsvLine(['x'], separator)
      assert.deepEqual(read(text, separator), [
        { line: 1, cells },
        { line: 3, cells: ['x'] },
      ])
    }
  })

  test('is read whatever its line ends are, and without its empty lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      assert.deepEqual(
        read(`a,b${end}${end} , ${end}c,d`).map(({ cells }) => cells),
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      )
    }
  })

  test('is read to its end when a quote is never closed, or closed too early', () => {
    assert.deepEqual(read('a,"b\nc,d'), [{ line: 1, cells: ['a', 'b\nc,d'] }])
    assert.deepEqual(read('"a"b,c'), [{ line: 1, cells: ['ab', 'c'] }])
    assert.deepEqual(read('"'), [])
    assert.deepEqual(read(''), [])
  })

  test('has the separator that its first line has most of, quotes apart', () => {
    assert.equal(guessSeparator('a;b;c\n1,2,3,4,5'), ';')
    assert.equal(guessSeparator('a\tb'), '\t')
    assert.equal(guessSeparator('"a;b;c;d",e'), ',')
    assert.equal(guessSeparator('a'), ',')
  })

  test('of a megabyte in one cell is read once, from its beginning to its end', () => {
    const begun = process.cpuUsage()
    assert.equal(read(`"${'""'.repeat(500_000)}"`).length, 1)
    assert.equal(read(`${'"'.repeat(1_000_001)}`).length, 1)
    // Reading it again at every quote would take minutes.
    assert.ok(process.cpuUsage(begun).user < 10_000_000)
  })
})

describe('a CSV file beyond a limit', () => {
  const limits = { rows: 3, columns: 4, cellLength: 5 }
  const scan = (text: string) => [...scanCsv(text, ',', limits)].filter((line) => line !== undefined).length
  const exceeds = (limit: string, line: number) => (error: unknown) =>
    error instanceof CsvLimitError && error.limit === limit && error.line === line

  test('is read no further, and says where', () => {
    assert.equal(scan('a,b,c,d\n\n,,\n12345,x\ny\n'), 3)
    assert.throws(() => scan('a\nb\nc\n\nd'), exceeds('rows', 5))
    assert.throws(() => scan('a\nb,c,d,e,f'), exceeds('columns', 2))
    assert.throws(() => scan('a\n123456'), exceeds('cellLength', 2))
    assert.throws(() => scan('a\n"12\n456"'), exceeds('cellLength', 2))
  })

  test('costs no more than the part that is read', () => {
    const begun = process.cpuUsage()
    assert.throws(() => scan(','.repeat(10_000_000)), exceeds('columns', 1))
    guessSeparator(','.repeat(10_000_000))
    const { user } = process.cpuUsage(begun)
    assert.ok(user < 500_000, `${user} µs`)
  })

  test('of empty lines pauses as one of full lines does', () => {
    const lines = [...scanCsv('\n'.repeat(1_000_000), ',', limits)]
    assert.ok(lines.length >= 5)
    assert.ok(lines.every((line) => line === undefined))
  })
})

describe('a cell that a spreadsheet would run as a formula', () => {
  const formulas = [
    '=1+1',
    '+34 600',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    "=cmd|' /C calc'!A0",
    "'=1",
    "''=1",
    // With a semicolon where it is the comma that separates, and the other way round.
    'x;=1+1',
    'x,@1',
    'x\t+1',
    "x;'=1",
    "='",
    ';;==--',
  ]
  for (const text of formulas) {
    test(`${JSON.stringify(text)} is escaped, and restored when it is read again`, () => {
      const safe = escapeFormulas(text)
      for (const cell of safe.split(/[,;\t|]/)) assert.doesNotMatch(cell, /^[=+\-@\r＝＋－＠]/u)
      assert.notEqual(safe, text)
      assert.equal(unescapeFormulas(safe), text)
    })
  }

  test('is the only kind of cell that is escaped', () => {
    for (const text of [
      'Ana',
      "O'Neill",
      'a=b',
      'a-b',
      'x@example.org',
      '',
      "'",
      '100% Puro',
      'محمد',
      "d'Ávila; Ana",
    ]) {
      assert.equal(escapeFormulas(text), text)
      assert.equal(unescapeFormulas(text), text)
    }
  })
})
