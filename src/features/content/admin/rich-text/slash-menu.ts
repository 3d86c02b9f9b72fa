import type { EditorState } from '@tiptap/pm/state'
import type { CommandName } from '#admin/kit/rich-text/text-icons.tsx'
import { matchesQuery } from '#shared/fold-text.ts'

/** What the menu behind `/` offers, in its order. */
export const slashCommands = [
  ...(['paragraph', 'h1', 'h2', 'h3', 'bulletList', 'orderedList', 'blockquote'] as const),
  ...(['callout', 'warning', 'table', 'picture', 'button', 'divider'] as const),
] satisfies readonly CommandName[]

/** A `/` with the letters after it, as it stands in the text. */
export interface Slash {
  from: number
  to: number
  query: string
}

/** The `/` that someone is typing at the cursor: at the start of a block or after a space. */
export function findSlash({ selection }: Pick<EditorState, 'selection'>): Slash | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const found = /(?:^|\s)\/([\p{L}\p{M}\p{N}]{0,20})$/u.exec(before)
  if (!found) return
  const query = found[1] ?? ''
  return { from: $from.pos - query.length - 1, to: $from.pos, query }
}

/** The commands whose name or English keyword contains what was typed. */
export function filterCommands(query: string, nameOf: (command: CommandName) => string) {
  return slashCommands.filter((command) => matchesQuery(`${nameOf(command)} ${command}`, query))
}
