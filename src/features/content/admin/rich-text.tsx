import './rich-text-styles.ts'
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import { useEffect, useMemo, useRef } from 'react'
import { useTexts } from '#admin/kit/text-context.tsx'
import type { Translate } from '#admin/kit/texts.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import styles from './rich-text.module.css'
import { extensions } from './rich-text-extensions.ts'

interface RichTextProps {
  html: string
  language: Language
  label: string
  readOnly?: boolean
  /** Told of each change; of the very `html` that came in once its reader has undone them all. */
  onChange?: (html: string) => void
}

/** A text with its formatting. It is a chunk of its own, fetched when a text is opened. */
export function RichText({ html, language, label, readOnly = false, onChange }: RichTextProps) {
  const { t } = useTexts()
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
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-readonly': String(readOnly),
        lang: language,
        dir: directionOf(language),
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

  // A text that comes from elsewhere (an older version, one that the server has cleaned) replaces what is shown.
  useEffect(() => {
    if (html === current.current) return
    editor.commands.setContent(html, { emitUpdate: false })
    current.current = html
    loaded.current = { html, written: editor.getHTML() }
  }, [editor, html])
  useEffect(() => editor.setEditable(!readOnly, false), [editor, readOnly])

  const labels = useMemo(() => describeTools(t), [t])

  return (
    <RichTextEditor
      editor={editor}
      labels={labels}
      className={styles.root ?? ''}
      data-read-only={readOnly || undefined}
    >
      {!readOnly && <Toolbar label={t('editor.toolbar')} />}
      <RichTextEditor.Content className={styles.content ?? ''} />
    </RichTextEditor>
  )
}

function Toolbar({ label }: { label: string }) {
  const { Toolbar: Bar, ControlsGroup: Group, ...tools } = RichTextEditor
  return (
    <Bar role="group" aria-label={label} className={styles.toolbar ?? ''}>
      <Group>
        <tools.H1 />
        <tools.H2 />
        <tools.H3 />
      </Group>
      <Group>
        <tools.Bold />
        <tools.Italic />
        <tools.Link />
        <tools.Unlink />
        <tools.ClearFormatting />
      </Group>
      <Group>
        <tools.BulletList />
        <tools.OrderedList />
        <tools.Blockquote />
      </Group>
      <Group>
        <tools.Undo />
        <tools.Redo />
      </Group>
    </Bar>
  )
}

function describeTools(t: Translate): Partial<RichTextEditorLabels> {
  return {
    h1ControlLabel: t('editor.tools.h1'),
    h2ControlLabel: t('editor.tools.h2'),
    h3ControlLabel: t('editor.tools.h3'),
    boldControlLabel: t('editor.tools.bold'),
    italicControlLabel: t('editor.tools.italic'),
    linkControlLabel: t('editor.tools.link'),
    unlinkControlLabel: t('editor.tools.unlink'),
    clearFormattingControlLabel: t('editor.tools.clear'),
    bulletListControlLabel: t('editor.tools.bulletList'),
    orderedListControlLabel: t('editor.tools.orderedList'),
    blockquoteControlLabel: t('editor.tools.blockquote'),
    undoControlLabel: t('editor.tools.undo'),
    redoControlLabel: t('editor.tools.redo'),
    linkEditorInputLabel: t('editor.tools.linkAddress'),
    linkEditorInputPlaceholder: t('editor.tools.linkPlaceholder'),
    linkEditorSave: t('editor.tools.linkSave'),
  }
}
