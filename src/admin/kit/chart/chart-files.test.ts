import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChartContent, nameChartFile, writeChartCsv } from './chart-files.ts'
import { createChartScale } from './chart-scale.ts'

const content: ChartContent = {
  ...{ title: 'Visits: by day', kind: 'line', points: ['1/3/2026', '2/3/2026'], pointsLabel: 'Day' },
  series: [
    { label: 'Visits', values: [3, 1200] },
    { label: 'Views, all', values: [4] },
  ],
  scale: createChartScale({ kind: 'line', count: 2, largest: 1200, width: 600, height: 160 }),
  write: String,
}

test('the numbers of a chart are CSV with the separator of the language, and plain numbers', () => {
  assert.equal(
    writeChartCsv(content, 'en'),
    '\ufeffDay,Visits,"Views, all"\r\n1/3/2026,3,4\r\n2/3/2026,1200,0\r\n',
  )
  assert.match(writeChartCsv(content, 'es'), /^\ufeffDay;Visits;/)
})

test('its file is named so that every system can store it', () => {
  assert.equal(nameChartFile(content), 'Visits- by day 1-3-2026 2-3-2026')
})
