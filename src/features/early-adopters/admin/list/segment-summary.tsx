import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { type Segment, segments } from '#shared/segments.ts'

interface SegmentSummaryProps {
  chosen: Segment | undefined
  onChoose: (segment: Segment | undefined) => void
}

/** How many there are in all and of each segment; pressing one narrows the list to it. */
export function SegmentSummary({ chosen, onChoose }: SegmentSummaryProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const summary = useQuery({
    queryKey: ['early-adopters', 'summary'],
    queryFn: ({ signal }) => api.get('/api/early-adopters/summary', EarlyAdopterSummary, signal),
  })
  const counts = summary.data
  const show = (count: number | undefined) => (count === undefined ? '–' : format.number(count))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are buttons
    <div
      role="group"
      className={styles.summary}
      aria-label={t('people.summary')}
      aria-busy={summary.isPending}
    >
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        <b>{show(counts?.total)}</b>
        <span>{t('people.all')}</span>
      </button>
      {segments.map((segment) => (
        <button
          key={segment}
          type="button"
          aria-pressed={chosen === segment}
          onClick={() => onChoose(chosen === segment ? undefined : segment)}
        >
          <b>{show(counts?.by_segment[segment])}</b>
          <span>{t(`segments.${segment}`)}</span>
        </button>
      ))}
    </div>
  )
}
