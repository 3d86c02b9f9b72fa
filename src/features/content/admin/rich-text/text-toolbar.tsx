import { type Editor, useEditorState } from '@tiptap/react'
import { EditorToolbar, isAlive } from '#admin/kit/rich-text/editor-toolbar.tsx'
import type { CommandName } from '#admin/kit/rich-text/text-icons.tsx'
import { textCommands, type Windows } from './text-commands.ts'

const groups: CommandName[][] = [
  ['h1', 'h2', 'h3'],
  ['bold', 'italic', 'link', 'button', 'clear'],
  ['bulletList', 'orderedList', 'blockquote'],
  ['callout', 'warning', 'picture', 'table', 'divider'],
  ['undo', 'redo'],
]
const tableGroup: CommandName[] = [
  ...(['rowAfter', 'columnAfter', 'headerRow', 'headerColumn'] as const),
  ...(['deleteRow', 'deleteColumn', 'deleteTable'] as const),
]

interface TextToolbarProps {
  editor: Editor
  windows: Windows
}

/** The formats of a text; those of a table while the cursor is in one. */
export function TextToolbar({ editor, windows }: TextToolbarProps) {
  const isInTable = useEditorState({
    editor,
    selector: ({ editor: one }) => isAlive(one) && one.isActive('table'),
  })
  return (
    <EditorToolbar
      editor={editor}
      windows={windows}
      commands={textCommands}
      groups={isInTable ? [...groups, tableGroup] : groups}
    />
  )
}
