import '#features/early-adopters/admin/texts.ts'
import { Choices } from '#admin/kit/form/choices.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { findTag, listTagChoices } from './tag-list.ts'
import { useTags } from './use-tags.ts'

interface TagChoicesProps {
  /** The ids of tags. */
  chosen: readonly string[]
  readOnly: boolean
  onChange: (ids: string[]) => void
}

/** The tags as a group of checkboxes; nothing while there are none. */
export function TagChoices({ chosen, readOnly, onChange }: TagChoicesProps) {
  const { t } = useTexts()
  const { data: tags = [], isPending } = useTags()
  // A tag that was merged into another counts as that one.
  const current = [...new Set(chosen.map((id) => findTag(tags, id)?.id ?? id))]
  const choices = listTagChoices(tags, current, t('leads.tags.gone'))
  if (isPending || choices.length === 0) return null
  return (
    <Choices
      legend={t('leads.tags.title')}
      values={choices.map(({ value }) => value)}
      chosen={current}
      label={(id) => <bdi>{choices.find(({ value }) => value === id)?.label}</bdi>}
      disabled={readOnly}
      onChange={onChange}
    />
  )
}
