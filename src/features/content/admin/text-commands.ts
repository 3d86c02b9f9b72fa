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
import type { Editor } from '@tiptap/react'
// For the types of its commands.
import type {} from '@tiptap/starter-kit'
import type { CommandName } from '#admin/kit/text-icons.tsx'
import { createTable } from './rich-text-tables.ts'

/** The windows that some commands open. */
export interface Windows {
  link(): void
  button(): void
  picture(): void
}

export interface TextCommand {
  /** As `aria-keyshortcuts` writes it. */
  keys?: string
  /** Whether the text at the cursor is such; undefined for what is no state. */
  isActive?: (editor: Editor) => boolean
  isEnabled?: (editor: Editor) => boolean
  run(editor: Editor, windows: Windows): void
}

const heading = (level: 1 | 2 | 3): TextCommand => ({
  keys: `Control+Alt+${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

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
  h2: heading(2),
  h3: heading(3),
  paragraph: {
    keys: 'Control+Alt+0',
    isActive: (editor) => editor.isActive('paragraph'),
    run(editor) {
      const { paragraph } = editor.schema.nodes
      if (paragraph) setBlockType(paragraph)(editor.state, editor.view.dispatch)
      editor.view.focus()
    },
  },
  bold: {
    keys: 'Control+B',
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  italic: {
    keys: 'Control+I',
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  link: {
    keys: 'Control+K',
    isActive: (editor) => editor.isActive('link', { class: null }),
    run: (_editor, windows) => windows.link(),
  },
  button: {
    isActive: (editor) => editor.isActive('link', { class: 'button' }),
    run: (_editor, windows) => windows.button(),
  },
  clear: { run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run() },
  bulletList: {
    keys: 'Control+Shift+8',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  orderedList: {
    keys: 'Control+Shift+7',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
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
  undo: {
    keys: 'Control+Z',
    isEnabled: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  redo: {
    keys: 'Control+Shift+Z',
    isEnabled: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
  rowAfter: inTable(addRowAfter),
  columnAfter: inTable(addColumnAfter),
  headerRow: inTable(toggleHeaderRow),
  headerColumn: inTable(toggleHeaderColumn),
  deleteRow: inTable(deleteRow),
  deleteColumn: inTable(deleteColumn),
  deleteTable: inTable(deleteTable),
}
