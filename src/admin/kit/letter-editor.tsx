import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor } from '@mantine/tiptap'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { directionOf, type Language } from '#shared/languages.ts'
import editorTexts from '../../../locales/es/editor.json'
import templateTexts from '../../../locales/es/email-templates.json'
import styles from './letter-editor.module.css'
import { letterExtensions } from './letter-extensions.ts'
import { fromEditorHtml, toEditorHtml } from './letter-html.ts'
import { LetterLink } from './letter-link.tsx'
import { LetterToolbar } from './letter-toolbar.tsx'
import { labelVariable } from './letter-variables.ts'
import { useTexts } from './text-context.tsx'
import { addBuiltInTexts } from './texts.ts'

addBuiltInTexts(editorTexts)
addBuiltInTexts(templateTexts)

interface LetterEditorProps {
  /** Rich text, with variables as `{{name}}`. */
  value: string
  onChange: (html: string) => void
  language: Language
  /** The variables that may stand in it. */
  variables: readonly string[]
  label: string
  readOnly?: boolean
}

/** The body of a mail: paragraphs, headings, lists, bold, italics, links, and places filled in for each reader. */
export function LetterEditor({
  value,
  onChange,
  language,
  variables,
  label,
  readOnly = false,
}: LetterEditorProps) {
  const { t } = useTexts()
  const [isLinking, setLinking] = useState(false)
  // The editor writes HTML its own way: only what differs from how it wrote what came in was changed by a person.
  const loaded = useRef({ value, written: '' })
  const current = useRef(value)
  const editor = useEditor(
    {
      extensions: letterExtensions(
        Object.fromEntries(variables.map((name) => [name, labelVariable(name, t)])),
      ),
      content: toEditorHtml(value),
      editable: !readOnly,
      // Its style element would need a nonce; the same rules are in letter-editor.module.css.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          'aria-readonly': String(readOnly),
          lang: language,
          dir: directionOf(language),
        },
        handleKeyDown(_view, event) {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey)
            return false
          setLinking(true)
          return true
        },
      },
      onCreate: ({ editor: created }) => {
        loaded.current.written = created.getHTML()
      },
      onUpdate: ({ editor: changed }) => {
        const written = changed.getHTML()
        const isAsLoaded = written === loaded.current.written
        current.current = isAsLoaded ? loaded.current.value : changed.isEmpty ? '' : fromEditorHtml(written)
        onChangeNow.current(current.current)
      },
    },
    [t, language, label],
  )
  const onChangeNow = useRef(onChange)
  useEffect(() => {
    onChangeNow.current = onChange
  })
  // Before the next letter is typed: later, what comes round from the screen would be older than what is written.
  useLayoutEffect(() => {
    if (value === current.current) return
    editor.commands.setContent(toEditorHtml(value), { emitUpdate: false })
    current.current = value
    loaded.current = { value, written: editor.getHTML() }
  }, [editor, value])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])

  return (
    <RichTextEditor editor={editor} withTypographyStyles={false} className={styles.root ?? ''}>
      {!readOnly && <LetterToolbar editor={editor} variables={variables} onLink={() => setLinking(true)} />}
      <EditorContent editor={editor} className={styles.content} />
      {isLinking && (
        <LetterLink
          editor={editor}
          onClose={() => {
            setLinking(false)
            editor.commands.focus()
          }}
        />
      )}
    </RichTextEditor>
  )
}
