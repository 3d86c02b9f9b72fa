import './rich-text-styles.ts'
import { RichTextEditor } from '@mantine/tiptap'
import { DOMParser } from '@tiptap/pm/model'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/text-context.tsx'
import { addBuiltInTexts } from '#admin/kit/texts.ts'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { directionOf, type Language } from '#shared/languages.ts'
import editorTexts from '../../../../locales/es/editor.json'
import { LinkDialog } from './link-dialog.tsx'
import { adoptPageStyles, pageClass } from './page-styles.ts'
import { cleanPastedHtml } from './pasted-html.ts'
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

addBuiltInTexts(editorTexts)
adoptPageStyles()

/** A text with its formatting. It is a chunk of its own, fetched when a text is opened. */
export function RichText({ html, language, label, readOnly = false, onChange }: RichTextProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const [open, setOpen] = useState<OpenWindow>()
  // The editor writes HTML its own way, so what came in is kept beside how the editor writes it: only what differs
  // from that was changed by a person.
  const loaded = useRef({ html, written: '' })
  const current = useRef(html)
  const editor = useEditor({
    extensions,
    content: html,
    editable: !readOnly,
    // Its style element would need a nonce; the same rules are in rich-text.module.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-readonly': String(readOnly),
        lang: language,
        dir: directionOf(language),
      },
      handleKeyDown(_view, event) {
        if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return false
        setOpen({ kind: 'link', asButton: false })
        return true
      },
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
    onCreate: ({ editor: created }) => {
      loaded.current.written = created.getHTML()
    },
    onUpdate: ({ editor: changed }) => {
      const written = changed.getHTML()
      const isAsLoaded = written === loaded.current.written
      current.current = isAsLoaded ? loaded.current.html : changed.isEmpty ? '' : written
      onChange?.(current.current)
    },
  })

  // A text that comes from elsewhere (an older version, one that the server has cleaned) replaces what is shown; one
  // that says the same leaves the cursor where it is.
  useEffect(() => {
    if (html === current.current) return
    if (!saysTheSame(editor, html)) editor.commands.setContent(html, { emitUpdate: false })
    current.current = html
    loaded.current = { html, written: editor.getHTML() }
  }, [editor, html])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])

  const windows: Windows = {
    link: () => setOpen({ kind: 'link', asButton: false }),
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
      className={styles.root ?? ''}
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
        <EditorContent editor={editor} className={styles.content} />
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

function saysTheSame(editor: Editor, html: string): boolean {
  const page = new window.DOMParser().parseFromString(html, 'text/html')
  return DOMParser.fromSchema(editor.schema).parse(page.body).eq(editor.state.doc)
}

function describeChanged(editor: Editor): { changed?: FigureAttributes } {
  if (!editor.isActive('figure')) return {}
  const { src, alt, width, height } = editor.getAttributes('figure')
  return { changed: { src: String(src), alt: String(alt), width: Number(width), height: Number(height) } }
}
