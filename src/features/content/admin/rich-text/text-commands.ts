import { setBlockType } from '@tiptap/pm/commands'
import type { Command } from '@tiptap/pm/state'
import { TextSelection } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import {
  type EditorCommand,
  heading,
  type LinkWindows,
  plainCommands,
} from '#admin/kit/rich-text/editor-commands.ts'
import type { CommandName } from '#admin/kit/rich-text/text-icons.tsx'
import { createTable } from './rich-text-tables.ts'

/** The windows that some commands open. */
export interface Windows extends LinkWindows {
  button(): void
  picture(): void
}

type TextCommand = EditorCommand<Windows>

const callout = (tone: 'note' | 'warning'): TextCommand => ({
  isActive: (editor) => editor.isActive('callout', { tone }),
  run(editor) {
    if (editor.isActive('callout') && !editor.isActive('callout', { tone })) {
      editor.chain().focus().updateAttributes('callout', { tone }).run()
    } else editor.chain().focus().toggleWrap('callout', { tone }).run()
  },
})

const inTable = (command: Command): TextCommand => ({
  isEnabled: (editor) => command(editor.state),
  run(editor) {
    command(editor.state, editor.view.dispatch)
    editor.view.focus()
  },
})

/** Everything that the toolbar and the menu behind `/` can do to a text. */
export const textCommands: Record<CommandName, TextCommand> = {
  h1: heading(1),
  ...plainCommands,
  paragraph: {
    keys: 'Control+Alt+0',
    isActive: (editor) => editor.isActive('paragraph'),
    run(editor) {
      const { paragraph } = editor.schema.nodes
      if (paragraph) setBlockType(paragraph)(editor.state, editor.view.dispatch)
      editor.view.focus()
    },
  },
  button: {
    isActive: (editor) => editor.isActive('link', { class: 'button' }),
    run: (_editor, windows) => windows.button(),
  },
  clear: { run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run() },
  blockquote: {
    keys: 'Control+Shift+B',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  callout: callout('note'),
  warning: callout('warning'),
  picture: { isActive: (editor) => editor.isActive('figure'), run: (_editor, windows) => windows.picture() },
  table: {
    isActive: (editor) => editor.isActive('table'),
    isEnabled: (editor) => !editor.isActive('table'),
    run(editor) {
      const table = createTable(editor.schema)
      if (!table) return
      const transaction = editor.state.tr.replaceSelectionWith(table)
      const start = Math.max(0, transaction.mapping.map(editor.state.selection.from, -1))
      editor.view.dispatch(
        transaction.setSelection(TextSelection.near(transaction.doc.resolve(start + 1))).scrollIntoView(),
      )
      editor.view.focus()
    },
  },
  divider: { run: (editor) => editor.chain().focus().setHorizontalRule().run() },
  rowAfter: inTable(addRowAfter),
  columnAfter: inTable(addColumnAfter),
  headerRow: inTable(toggleHeaderRow),
  headerColumn: inTable(toggleHeaderColumn),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
  deleteTable: inTable(deleteTable),
}
