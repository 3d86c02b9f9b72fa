import type { RefObject } from 'react'
import { saveFile } from '#admin/kit/save-file.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './chart.module.css'
import type { ChartContent } from './chart-files.ts'

interface ChartDownloadsProps {
  content: ChartContent
  /** The chart on the page, whose colours and direction the picture has. */
  chart: RefObject<HTMLElement | null>
}

/** Saves the numbers of a chart as CSV, and the chart as a picture. */
export function ChartDownloads({ content, chart }: ChartDownloadsProps) {
  const { language } = useTexts()
  async function save(format: Format) {
    // Only whoever saves needs the code.
    const { drawChartPng, nameChartFile, writeChartCsv } = await import('./chart-files.ts')
    const name = `${nameChartFile(content)}.${format.toLowerCase()}`
    if (format === 'CSV') saveFile(new Blob([writeChartCsv(content, language)], { type: 'text/csv' }), name)
    else if (chart.current) saveFile(await drawChartPng(content, chart.current), name)
  }
  return (
    <DownloadButtons name={content.title} formats={['CSV', 'PNG']} onSave={(format) => void save(format)} />
  )
}

interface DownloadButtonsProps {
  /** Of what is saved. */
  name: string
  formats: readonly Format[]
  onSave: (format: Format) => void
}
type Format = 'CSV' | 'PNG'

/** Buttons that save something in formats. */
export function DownloadButtons({ name, formats, onSave }: DownloadButtonsProps) {
  const { t } = useTexts()
  return (
    <p className={styles.downloads}>
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          aria-label={t('chart.save', { format, name })}
          onClick={() => onSave(format)}
        >
          {format}
        </button>
      ))}
    </p>
  )
}
