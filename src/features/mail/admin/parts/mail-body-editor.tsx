import '#features/mail/admin/templates/texts.ts'
import '#admin/kit/rich-text/texts.ts'
import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, EditorContent } from '@tiptap/react'
import { useState } from 'react'
import frame from '#admin/kit/rich-text/editor.module.css'
import { cleanPastedHtml } from '#admin/kit/rich-text/pasted-html.ts'
import { useControlledEditor } from '#admin/kit/rich-text/use-controlled-editor.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type PictureAttributes, PictureDialog } from '#features/content/admin/parts/picture-dialog.tsx'
import type { Language } from '#shared/languages.ts'
import { MailBodyButton } from './mail-body-button.tsx'
import { findButton, findPicture, type MailBodyWindows, putInsert } from './mail-body-commands.ts'
import styles from './mail-body-editor.module.css'
import { mailBodyExtensions } from './mail-body-extensions.ts'
import { fromEditorHtml, toEditorHtml } from './mail-body-html.ts'
import type { ButtonAttributes } from './mail-body-inserts.ts'
import { MailBodyLink } from './mail-body-link.tsx'
import { MailBodyToolbar } from './mail-body-toolbar.tsx'
import { labelVariable } from './mail-body-variables.ts'

interface MailBodyEditorProps {
  /** Rich text, with variables as `{{name}}`. */
  value: string
  onChange: (html: string) => void
  language: Language
  /** The variables that it may contain. */
  variables: readonly string[]
  label: string
  readOnly?: boolean
  /** Whether it may have pictures and buttons besides. */
  hasInserts?: boolean
}

/** The body of a mail: paragraphs, headings, lists, bold, italics, links and variables; pictures and buttons if it may. */
export function MailBodyEditor(props: MailBodyEditorProps) {
  const { value, onChange, language, variables, label, readOnly = false, hasInserts = false } = props
  const { t } = useTexts()
  const [open, setOpen] = useState<keyof MailBodyWindows>()
  // A button has an address of its own.
  const openLink = () => setOpen(editor.isActive('button') ? 'button' : 'link')
  const editor: Editor = useControlledEditor(
    {
      html: value,
      onChange,
      read: toEditorHtml,
      write: fromEditorHtml,
      extensions: mailBodyExtensions(
        Object.fromEntries(variables.map((name) => [name, labelVariable(name, t)])),
        hasInserts,
      ),
      language,
      label,
      readOnly,
      onLink: openLink,
      props: { transformPastedHTML: (pasted) => cleanPastedHtml(pasted).html },
    },
    [t, language, label],
  )

  const windows: MailBodyWindows = {
    link: openLink,
    picture: () => setOpen('picture'),
    button: () => setOpen('button'),
  }
  function close() {
    setOpen(undefined)
    editor.commands.focus()
  }
  function put(type: 'picture' | 'button', attributes: PictureAttributes | ButtonAttributes) {
    close()
    putInsert(editor, type, attributes)
  }

  return (
    <RichTextEditor editor={editor} withTypographyStyles={false} className={frame.root ?? ''}>
      {!readOnly && (
        <MailBodyToolbar editor={editor} variables={variables} windows={windows} hasInserts={hasInserts} />
      )}
      <EditorContent editor={editor} className={`${frame.content} ${styles.content}`} />
      {open === 'link' && <MailBodyLink editor={editor} onClose={close} />}
      {open === 'button' && (
        <MailBodyButton
          language={language}
          changed={findButton(editor)}
          onChoose={(button) => put('button', button)}
          onClose={close}
        />
      )}
      {open === 'picture' && (
        <PictureDialog
          language={language}
          {...describeChanged(editor)}
          onChoose={(picture) => put('picture', picture)}
          onClose={close}
        />
      )}
    </RichTextEditor>
  )
}

function describeChanged(editor: Editor): { changed?: PictureAttributes } {
  const changed = findPicture(editor)
  return changed ? { changed } : {}
}
