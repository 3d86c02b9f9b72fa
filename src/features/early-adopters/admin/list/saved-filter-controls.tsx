import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { SaveFilterDialog } from '#features/early-adopters/admin/parts/save-filter-dialog.tsx'
import { useSavedFilters } from '#features/early-adopters/admin/parts/use-saved-filters.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { EditFilterDialog } from './edit-filter-dialog.tsx'
import { exportFilter, isNarrowed, type ListQuery, narrowedBy, writeFilter } from './list-query.ts'

interface SavedFilterChoiceProps {
  query: ListQuery
  onChange: (next: Partial<ListQuery>) => void
}

/** The saved filter that the list shows. Choosing one writes its filters into the address. */
export function SavedFilterChoice({ query, onChange }: SavedFilterChoiceProps) {
  const { t } = useTexts()
  const saved = useSavedFilters()
  const shown = useShownFilter(query)
  if (saved.isError && !saved.data) {
    return (
      <Hint isError role="alert">
        {t('leads.saved.failed', { reason: describeError(saved.error, t) })}
      </Hint>
    )
  }
  if (!saved.data || saved.data.length === 0) return null
  return (
    <div className={styles.named}>
      <SelectFilter
        label={t('leads.saved.label')}
        any={t('leads.saved.label')}
        options={saved.data.map(({ id, name }) => ({ value: id, label: name }))}
        value={shown?.id ?? ''}
        onChange={(id) => onChange(narrowedBy(saved.data.find((one) => one.id === id)?.filter ?? {}))}
      />
    </div>
  )
}

/** The button that saves the filters of the list, or edits the saved one that they are. */
export function SavedFilterButton({ query }: { query: ListQuery }) {
  const { t } = useTexts()
  const canEdit = useCan(leadPermissions.edit)
  const shown = useShownFilter(query)
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState<typeof shown>()
  if (!canEdit) return null
  return (
    <>
      {isNarrowed(query) && (
        <Button variant="subtle" onClick={() => (shown ? setEdited(shown) : setOpen(true))}>
          {t(shown ? 'leads.saved.edit' : 'leads.saved.open')}
        </Button>
      )}
      {isOpen && <SaveFilterDialog filter={exportFilter(query)} onClose={() => setOpen(false)} />}
      {edited && <EditFilterDialog saved={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

/** The saved filter whose filters are those of the list. */
function useShownFilter(query: ListQuery) {
  const saved = useSavedFilters()
  const present = String(writeFilter(query))
  return saved.data?.find(
    ({ filter }) => String(writeFilter({ ...query, ...narrowedBy(filter) })) === present,
  )
}
