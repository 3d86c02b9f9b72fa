import type { Editor } from '@tiptap/react'
// Imported for the types of its commands.
import type {} from '@tiptap/starter-kit'

/** A command of the toolbar; some open one of the `windows` first. */
export interface EditorCommand<Windows> {
  /** Its shortcut in the format of `aria-keyshortcuts`. */
  keys?: string
  /** Whether it is active at the cursor; undefined for commands without a state. */
  isActive?: (editor: Editor) => boolean
  isEnabled?: (editor: Editor) => boolean
  run(editor: Editor, windows: Windows): void
}

/** The dialogs that every editor can open. */
export interface LinkWindows {
  link(): void
}

type Command = EditorCommand<LinkWindows>

export const heading = (level: 1 | 2 | 3): Command => ({
  keys: `Control+Alt+${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

/** The commands of all editors, for texts of the site and for mails. */
export const plainCommands = {
  h2: heading(2),
  h3: heading(3),
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
} satisfies Record<string, Command>
