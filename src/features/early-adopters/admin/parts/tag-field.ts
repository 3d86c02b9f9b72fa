import { splitTagNames, tagSeparator } from '#features/early-adopters/tags/model.ts'
import { foldText, matchesQuery } from '#shared/fold-text.ts'

/** The names in a field for tags, and the text after the last separator, which is still being typed. */
export interface TagField {
  names: string[]
  typed: string
}

/** Reads the value of a field for tags. Names of known tags are written as those are. */
export function readTagField(value: string, known: readonly string[]): TagField {
  const parts = value.split(tagSeparator)
  const typed = (parts.pop() ?? '').trimStart()
  const names = new Map<string, string>()
  for (const name of splitTagNames(parts.join(','))) {
    const key = foldText(name)
    if (!names.has(key)) names.set(key, known.find((one) => foldText(one) === key) ?? name)
  }
  return { names: [...names.values()], typed }
}

/** The value of a field for tags. */
export const writeTagField = ({ names, typed }: TagField): string => [...names, typed].join(', ')

/** The known tags that fit what is typed and are not in the field yet, and whether the typed name would be a new one. */
export function proposeTags({ names, typed }: TagField, known: readonly string[]) {
  const chosen = new Set(names.map(foldText))
  const isKnown = (name: string) => known.some((one) => foldText(one) === foldText(name))
  return {
    proposals: known.filter((name) => !chosen.has(foldText(name)) && matchesQuery(name, typed)),
    isNew: typed.trim() !== '' && !isKnown(typed) && !chosen.has(foldText(typed)),
  }
}
