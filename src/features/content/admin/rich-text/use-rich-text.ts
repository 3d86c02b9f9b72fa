import type { EditorProps } from '@tiptap/pm/view'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { cleanPastedHtml } from '#admin/kit/rich-text/pasted-html.ts'
import { useControlledEditor } from '#admin/kit/rich-text/use-controlled-editor.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { PictureAttributes } from '#features/content/admin/parts/picture-dialog.tsx'
import type { Language } from '#shared/languages.ts'
import { extensions } from './rich-text-extensions.ts'
import type { Windows } from './text-commands.ts'
import { findTransferredPicture } from './transferred-picture.ts'

export interface RichTextProps {
  html: string
  language: Language
  label: string
  readOnly?: boolean
  /** Called at each change; with the original `html` once all changes are undone. */
  onChange?: (html: string) => void
}

type OpenWindow =
  | { kind: 'link'; asButton: boolean }
  | { kind: 'picture'; changed?: PictureAttributes; file?: File; at?: number }

/** The editor of a text, and the dialog that is open over it. */
export function useRichText({ html, language, label, readOnly = false, onChange }: RichTextProps) {
  const [open, setOpen] = useState<OpenWindow>()
  const openLink = () => setOpen({ kind: 'link', asButton: false })
  const editor = useControlledEditor({
    html,
    onChange,
    extensions,
    language,
    label,
    readOnly,
    onLink: openLink,
    className: 'prose',
    props: useTransfers(setOpen),
  })

  const windows: Windows = {
    link: openLink,
    button: () => setOpen({ kind: 'link', asButton: true }),
    picture: () => setOpen({ kind: 'picture', ...describeChanged(editor) }),
  }
  function close() {
    setOpen(undefined)
    editor.commands.focus()
  }
  function putPicture(attributes: PictureAttributes) {
    if (open?.kind !== 'picture') return
    const { changed, at } = open
    close()
    const command = editor.chain().focus()
    if (changed) command.updateAttributes('figure', { ...attributes }).run()
    else {
      const position = at ?? editor.state.selection.to
      command.insertContentAt(position, { type: 'figure', attrs: { ...attributes } }).run()
    }
  }

  return { editor, open, windows, close, putPicture }
}

/** What pasting and dropping do: HTML is cleaned, and a picture opens its dialog. */
function useTransfers(onOpen: (window: OpenWindow) => void): EditorProps {
  const { t } = useTexts()
  const toasts = useToasts()
  return {
    transformPastedHTML(pasted) {
      const { html: clean, pictures } = cleanPastedHtml(pasted)
      if (pictures > 0) toasts.show('warning', t('richText.pastedPictures', { count: pictures }))
      return clean
    },
    handlePaste(_view, event) {
      const file = findTransferredPicture(event.clipboardData)
      if (file) onOpen({ kind: 'picture', file })
      return file !== undefined
    },
    handleDrop(view, event, _slice, isMoved) {
      const file = isMoved ? undefined : findTransferredPicture(event.dataTransfer)
      if (!file) return false
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      onOpen({ kind: 'picture', file, ...(at !== undefined && { at }) })
      return true
    },
  }
}

function describeChanged(editor: Editor): { changed?: PictureAttributes } {
  if (!editor.isActive('figure')) return {}
  const { src, alt, width, height } = editor.getAttributes('figure')
  return { changed: { src: String(src), alt: String(alt), width: Number(width), height: Number(height) } }
}
