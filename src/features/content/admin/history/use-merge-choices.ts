import { useMemo, useState } from 'react'
import { parseRichText } from '#features/content/admin/diff/rich-tree.ts'
import { type Edit, fieldsOf, type TextFields } from '#features/content/admin/drafts/edits.ts'
import type { ContentItem } from '#features/content/contract.ts'
import { applyMerge, type Choice, compareField, planMerge, proposeChoice, searchFields } from './merge.ts'

export type MergeChoices = ReturnType<typeof useMergeChoices>

/** The differences between the unsaved text and the newer version, and the choice for each. */
export function useMergeChoices({ base, fields: mine }: Edit, theirs: ContentItem) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map())
  const [fieldChoices, setFieldChoices] = useState<Partial<Record<keyof TextFields, Choice>>>({})
  const parts = useMemo(
    () =>
      planMerge(
        parseRichText(base.fields.content),
        parseRichText(mine.content),
        parseRichText(theirs.content),
      ),
    [base, mine, theirs],
  )
  const fields = searchFields.flatMap((field) => {
    const kind = compareField(field, base.fields, mine, fieldsOf(theirs))
    return kind === 'same' ? [] : [{ field, kind }]
  })
  /** The indexes in `parts` of those that differ. */
  const changes = parts.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]))
  const undecided =
    parts.filter(({ kind }, index) => kind === 'conflict' && !choices.has(index)).length +
    fields.filter(({ field, kind }) => kind === 'conflict' && !fieldChoices[field]).length

  /** The merged text; undefined while a conflict is undecided. */
  function apply(): TextFields | undefined {
    const content = applyMerge(parts, choices)
    if (content === undefined || undecided > 0) return undefined
    const result = { ...fieldsOf(theirs), content }
    for (const { field, kind } of fields) {
      if ((fieldChoices[field] ?? proposeChoice(kind)) === 'mine') result[field] = mine[field]
    }
    return result
  }

  return {
    parts,
    fields,
    changes,
    total: changes.length + fields.length,
    undecided,
    choices,
    fieldChoices,
    choose: (part: number, choice: Choice) => setChoices(new Map(choices).set(part, choice)),
    chooseField: (field: keyof TextFields, choice: Choice) =>
      setFieldChoices({ ...fieldChoices, [field]: choice }),
    apply,
  }
}
