import { separatorOf } from '#admin/kit/save-file.ts'
import { writeCsvLine } from '#shared/csv.ts'
import type { Language } from '#shared/languages.ts'
import { bandPath, type ChartScale, linePath, pickLabels } from './chart-scale.ts'

/** What a chart shows, for its files. */
export interface ChartContent {
  title: string
  /** How the chart is drawn. */
  kind: 'line' | 'bar'
  points: readonly string[]
  pointsLabel: string
  series: readonly ChartSeries[]
  scale: ChartScale
  /** Writes a number for readers. */
  write: (value: number) => string
}
interface ChartSeries {
  label: string
  values: readonly number[]
  possible?: readonly number[]
  stroke?: 'plain' | 'thick' | 'dashed'
}

/** The numbers of a chart as a CSV file that a spreadsheet program opens in the reader's language. */
export function writeChartCsv({ points, pointsLabel, series }: ChartContent, language: Language): string {
  const lines = [
    [pointsLabel, ...series.map(({ label }) => label)],
    ...points.map((point, index) => [point, ...series.map(({ values }) => String(values[index] ?? 0))]),
  ]
  return `\ufeff${lines.map((line) => writeCsvLine(line, separatorOf(language))).join('')}`
}

/** The name of a file of a chart, without its ending. */
export function nameChartFile({ title, points }: ChartContent): string {
  const name = [title, points[0], points.at(-1)].filter(Boolean).join(' ')
  return name.replaceAll(/[\\/:*?"<>|]+/g, '-')
}

// In pixels of the page. The picture has twice as many, so that it is sharp in a document.
const margin = { top: 76, side: 24, bottom: 40, values: 56 }
const sharpness = 2

/** Draws a chart as a PNG picture in the colours of the page. Mirrored for languages from right to left. */
export function drawChartPng(content: ChartContent, on: HTMLElement): Promise<Blob> {
  const { scale, title } = content
  const { direction, getPropertyValue } = readStyle(on)
  const isMirrored = direction === 'rtl'
  const size = {
    width: scale.width + margin.values + 2 * margin.side,
    height: scale.height + margin.top + margin.bottom,
  }
  const canvas = document.createElement('canvas')
  canvas.width = size.width * sharpness
  canvas.height = size.height * sharpness
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.reject(new Error('This browser draws no pictures'))
  pen.scale(sharpness, sharpness)
  pen.fillStyle = getPropertyValue('--paper')
  pen.fillRect(0, 0, size.width, size.height)

  const place = (x: number) => (isMirrored ? size.width - x : x)
  const font = (pixels: number) => `${pixels}px ${getPropertyValue('font-family')}`
  const writeText = (
    text: string,
    x: number,
    y: number,
    align: 'start' | 'center' | 'end',
    colour: string,
  ) => {
    pen.fillStyle = getPropertyValue(colour)
    pen.direction = direction
    pen.textAlign = align
    pen.fillText(text, place(x), y)
  }
  const start = margin.side + margin.values
  pen.font = font(18)
  writeText(title, margin.side, 30, 'start', '--ink')
  pen.font = font(13)
  for (const tick of scale.ticks)
    writeText(content.write(tick), start - 10, margin.top + scale.y(tick) + 4, 'end', '--muted')
  const labels = pickLabels(content.points.length, 3)
  for (const [place, index] of labels.entries()) {
    const align = place === 0 ? 'start' : place === labels.length - 1 ? 'end' : 'center'
    writeText(content.points[index] ?? '', start + scale.x(index), size.height - 14, align, '--muted')
  }
  drawLegend(pen, content, { start: margin.side, place, getPropertyValue, writeText })

  pen.save()
  pen.translate(place(start), margin.top)
  if (isMirrored) pen.scale(-1, 1)
  drawMarks(pen, content, getPropertyValue)
  pen.restore()
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (picture) => (picture ? resolve(picture) : reject(new Error('The picture is too large'))),
      'image/png',
    ),
  )
}

type ReadValue = (name: string) => string

function readStyle(on: HTMLElement) {
  const style = getComputedStyle(on)
  const direction: 'rtl' | 'ltr' = style.direction === 'rtl' ? 'rtl' : 'ltr'
  return { direction, getPropertyValue: (name: string) => style.getPropertyValue(name).trim() }
}

/** How a line is drawn, as the styles of the page draw it. */
function setStroke(pen: CanvasRenderingContext2D, stroke: ChartSeries['stroke'], read: ReadValue): void {
  pen.lineWidth = stroke === 'thick' ? 2.5 : 1.5
  pen.strokeStyle = read(stroke === 'thick' ? '--line' : stroke === 'dashed' ? '--text' : '--ink')
  pen.setLineDash(stroke === 'dashed' ? [4, 3] : [])
}

interface LegendOptions {
  start: number
  place: (x: number) => number
  getPropertyValue: ReadValue
  writeText: (text: string, x: number, y: number, align: 'start', colour: string) => void
}

function drawLegend(pen: CanvasRenderingContext2D, { series }: ChartContent, options: LegendOptions): void {
  const { start, place, getPropertyValue, writeText } = options
  let x = start
  for (const { label, stroke } of series) {
    setStroke(pen, stroke, getPropertyValue)
    pen.stroke(new Path2D(`M${place(x)} 52H${place(x + 24)}`))
    writeText(label, x + 32, 56, 'start', '--text')
    x += 32 + pen.measureText(label).width + 24
  }
  pen.setLineDash([])
}

function drawMarks(pen: CanvasRenderingContext2D, content: ChartContent, read: ReadValue): void {
  const { scale, series, kind } = content
  pen.lineWidth = 1
  pen.strokeStyle = read('--rule')
  for (const tick of scale.ticks) pen.stroke(new Path2D(`M0 ${scale.y(tick)}H${scale.width}`))
  for (const { values, possible, stroke } of series) {
    if (kind === 'bar') {
      pen.fillStyle = read('--ink')
      for (const [index, value] of values.entries())
        pen.fillRect(
          scale.x(index) - scale.barWidth / 2,
          scale.y(value),
          scale.barWidth,
          scale.height - scale.y(value),
        )
      continue
    }
    if (possible) {
      pen.globalAlpha = 0.28
      pen.fillStyle = read('--line')
      pen.fill(new Path2D(bandPath(possible, values, scale)))
      pen.globalAlpha = 1
    }
    setStroke(pen, stroke, read)
    pen.stroke(new Path2D(linePath(values, scale)))
  }
}
