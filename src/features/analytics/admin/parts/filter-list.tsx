import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ListedFilters } from '#features/analytics/contract.ts'
import { listActive } from './shown.ts'
import { ValueName } from './value-name.tsx'
import './texts.ts'

/** The values that figures are narrowed to, in one line. */
export function FilterList({ filters }: { filters: ListedFilters }) {
  const { t } = useTexts()
  return listActive(filters).map((dimension, place) => (
    <span key={dimension}>
      {place > 0 && ' · '}
      {t(`visits.filters.names.${dimension}`)}:{' '}
      <ValueName dimension={dimension} value={filters[dimension] ?? ''} />
    </span>
  ))
}
