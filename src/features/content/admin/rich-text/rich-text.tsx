import '#admin/kit/rich-text/texts.ts'
import './rich-text-styles.ts'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, EditorContent, useEditorState } from '@tiptap/react'
import { useState } from 'react'
import frame from '#admin/kit/rich-text/editor.module.css'
import { cleanPastedHtml } from '#admin/kit/rich-text/pasted-html.ts'
import { useControlledEditor } from '#admin/kit/rich-text/use-controlled-editor.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Language } from '#shared/languages.ts'
import { LinkDialog } from './link-dialog.tsx'
import { adoptPageStyles, pageClass } from './page-styles.ts'
import { PictureDialog } from './picture-dialog.tsx'
import styles from './rich-text.module.css'
import { extensions, type FigureAttributes } from './rich-text-extensions.ts'
import { SlashMenu } from './slash-menu.tsx'
import type { Windows } from './text-commands.ts'
import { TextToolbar } from './text-toolbar.tsx'
import { findTransferredPicture } from './transferred-picture.ts'
import { countWords } from './word-count.ts'

interface RichTextProps {
  html: string
  language: Language
  label: string
  readOnly?: boolean
  /** Told of each change; of the very `html` that came in once its reader has undone them all. */
  onChange?: (html: string) => void
}

type OpenWindow =
  | { kind: 'link'; asButton: boolean }
  | { kind: 'picture'; changed?: FigureAttributes; file?: File; at?: number }

adoptPageStyles()

/** A text with its formatting. It is a chunk of its own, fetched when a text is opened. */
export function RichText({ html, language, label, readOnly = false, onChange }: RichTextProps) {
  const { t } = useTexts()
  const toasts = useToasts()
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
    props: {
      transformPastedHTML(pasted) {
        const { html: clean, pictures } = cleanPastedHtml(pasted)
        if (pictures > 0) toasts.show('warning', t('richText.pastedPictures', { count: pictures }))
        return clean
      },
      handlePaste(_view, event) {
        const file = findTransferredPicture(event.clipboardData)
        if (file) setOpen({ kind: 'picture', file })
        return file !== undefined
      },
      handleDrop(view, event, _slice, isMoved) {
        const file = isMoved ? undefined : findTransferredPicture(event.dataTransfer)
        if (!file) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        setOpen({ kind: 'picture', file, ...(at !== undefined && { at }) })
        return true
      },
    },
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
  function putPicture(attributes: FigureAttributes) {
    if (open?.kind !== 'picture') return
    const { changed, at } = open
    close()
    if (changed)
      editor
        .chain()
        .focus()
        .updateAttributes('figure', { ...attributes })
        .run()
    else {
      const position = at ?? editor.state.selection.to
      editor
        .chain()
        .focus()
        .insertContentAt(position, { type: 'figure', attrs: { ...attributes } })
        .run()
    }
  }

  return (
    <RichTextEditor
      editor={editor}
      withTypographyStyles={false}
      className={frame.root ?? ''}
      data-read-only={readOnly || undefined}
    >
      {!readOnly && <TextToolbar editor={editor} windows={windows} />}
      <div
        className={`${styles.sheet} ${pageClass}`}
        lang={language}
        style={
          { '--caption-hint': JSON.stringify(t('richText.picture.captionHint')) } as Record<string, string>
        }
      >
        <EditorContent editor={editor} className={`${frame.content} ${styles.content}`} />
        {!readOnly && <SlashMenu editor={editor} windows={windows} />}
      </div>
      {!readOnly && <WordCount editor={editor} language={language} />}
      {open?.kind === 'link' && (
        <LinkDialog editor={editor} language={language} asButton={open.asButton} onClose={close} />
      )}
      {open?.kind === 'picture' && (
        <PictureDialog
          language={language}
          {...(open.changed && { changed: open.changed })}
          {...(open.file && { file: open.file })}
          onChoose={putPicture}
          onClose={close}
        />
      )}
    </RichTextEditor>
  )
}

function WordCount({ editor, language }: { editor: Editor; language: Language }) {
  const { t, format } = useTexts()
  const count = useEditorState({
    editor,
    selector: ({ editor: one }) =>
      countWords(one.state.doc.textBetween(0, one.state.doc.content.size, '\n', ' '), language),
  })
  return (
    <p className={styles.foot}>
      <span>{t('richText.words', { count, shown: format.number(count) })}</span>
      <span>{t('richText.slashHint')}</span>
    </p>
  )
}

function describeChanged(editor: Editor): { changed?: FigureAttributes } {
  if (!editor.isActive('figure')) return {}
  const { src, alt, width, height } = editor.getAttributes('figure')
  return { changed: { src: String(src), alt: String(alt), width: Number(width), height: Number(height) } }
}
