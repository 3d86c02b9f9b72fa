import type { Editor } from '@tiptap/react'
import { type EditorCommand, type LinkWindows, plainCommands } from '#admin/kit/rich-text/editor-commands.ts'
import type { PictureAttributes } from '#features/content/admin/parts/picture-dialog.tsx'
import type { ButtonAttributes } from './mail-body-inserts.ts'

/** The dialogs of the editor of a mail body. */
export interface MailBodyWindows extends LinkWindows {
  picture(): void
  button(): void
}

/** The commands of the toolbar. */
export const mailBodyCommands = {
  ...plainCommands,
  picture: {
    isActive: (editor: Editor) => editor.isActive('picture'),
    run: (_editor: Editor, windows: MailBodyWindows) => windows.picture(),
  },
  button: {
    isActive: (editor: Editor) => editor.isActive('button'),
    run: (_editor: Editor, windows: MailBodyWindows) => windows.button(),
  },
} satisfies Record<string, EditorCommand<MailBodyWindows>>

/** The picture that is selected. */
export function findPicture(editor: Editor): PictureAttributes | undefined {
  if (!editor.isActive('picture')) return
  const { src, alt, width, height } = editor.getAttributes('picture')
  return { src: String(src), alt: String(alt), width: Number(width), height: Number(height) }
}

/** The button that is selected. */
export function findButton(editor: Editor): ButtonAttributes | undefined {
  if (!editor.isActive('button')) return
  const { label, href } = editor.getAttributes('button')
  return { label: String(label), href: String(href) }
}

/** Changes the selected picture or button, or inserts a new one behind the selection. */
export function putInsert(
  editor: Editor,
  type: 'picture' | 'button',
  attributes: PictureAttributes | ButtonAttributes,
): void {
  const chain = editor.chain().focus()
  if (editor.isActive(type)) {
    chain.updateAttributes(type, { ...attributes }).run()
    return
  }
  const { selection, doc } = editor.state
  const node = { type, attrs: { ...attributes } }
  // At the end of the text, a paragraph to go on in.
  const isLast = doc.content.size - selection.to <= 1
  chain.insertContentAt(selection.to, isLast ? [node, { type: 'paragraph' }] : node).run()
}
