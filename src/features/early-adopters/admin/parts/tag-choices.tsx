import '#features/early-adopters/admin/texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { findTag, listTagChoices } from './tag-list.ts'
import { TagPicker } from './tag-picker.tsx'
import { useTags } from './use-tags.ts'

interface TagChoicesProps {
  /** The ids of tags. */
  chosen: readonly string[]
  readOnly: boolean
  onChange: (ids: string[]) => void
}

/** The tags of an audience; nothing while there are none. */
export function TagChoices({ chosen, readOnly, onChange }: TagChoicesProps) {
  const { t } = useTexts()
  const { data: tags = [], isPending } = useTags()
  // A tag that was merged into another counts as that one.
  const current = [...new Set(chosen.map((id) => findTag(tags, id)?.id ?? id))]
  const choices = listTagChoices(tags, current, t('leads.tags.gone'))
  if (isPending || choices.length === 0) return null
  return (
    <TagPicker
      label={t('leads.tags.title')}
      hint={t('leads.tags.anyOf')}
      choices={choices}
      chosen={current}
      disabled={readOnly}
      onChange={onChange}
    />
  )
}
