import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { CountFilter } from '#admin/kit/list/count-filter.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { EarlyAdopterSummary } from '#features/early-adopters/contract.ts'
import { type Segment, segments } from '#shared/segments.ts'

interface SegmentSummaryProps {
  chosen: Segment | undefined
  onChoose: (segment: Segment | undefined) => void
}

/** How many there are in all and of each segment; pressing one narrows the list to it, pressing it again does not. */
export function SegmentSummary({ chosen, onChoose }: SegmentSummaryProps) {
  const { t } = useTexts()
  const api = useApi()
  const summary = useQuery({
    queryKey: ['early-adopters', 'summary'],
    queryFn: ({ signal }) => api.get('/api/early-adopters/summary', EarlyAdopterSummary, signal),
  })
  return (
    <CountFilter
      label={t('people.summary')}
      options={[
        { value: undefined, label: t('people.all'), count: summary.data?.total },
        ...segments.map((value) => ({
          value,
          label: t(`segments.${value}`),
          count: summary.data?.by_segment[value],
        })),
      ]}
      chosen={chosen}
      isBusy={summary.isPending}
      onChoose={(segment) => onChoose(segment === chosen ? undefined : segment)}
    />
  )
}
