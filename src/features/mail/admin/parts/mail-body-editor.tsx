import '#features/mail/admin/templates/texts.ts'
import '#admin/kit/rich-text/texts.ts'
import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor } from '@mantine/tiptap'
import { EditorContent } from '@tiptap/react'
import { useState } from 'react'
import frame from '#admin/kit/rich-text/editor.module.css'
import { cleanPastedHtml } from '#admin/kit/rich-text/pasted-html.ts'
import { useControlledEditor } from '#admin/kit/rich-text/use-controlled-editor.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Language } from '#shared/languages.ts'
import styles from './mail-body-editor.module.css'
import { mailBodyExtensions } from './mail-body-extensions.ts'
import { fromEditorHtml, toEditorHtml } from './mail-body-html.ts'
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
}

/** The body of a mail: paragraphs, headings, lists, bold, italics, links and variables. */
export function MailBodyEditor(props: MailBodyEditorProps) {
  const { value, onChange, language, variables, label, readOnly = false } = props
  const { t } = useTexts()
  const [isLinking, setLinking] = useState(false)
  const openLink = () => setLinking(true)
  const editor = useControlledEditor(
    {
      html: value,
      onChange,
      read: toEditorHtml,
      write: fromEditorHtml,
      extensions: mailBodyExtensions(
        Object.fromEntries(variables.map((name) => [name, labelVariable(name, t)])),
      ),
      language,
      label,
      readOnly,
      onLink: openLink,
      props: { transformPastedHTML: (pasted) => cleanPastedHtml(pasted).html },
    },
    [t, language, label],
  )

  return (
    <RichTextEditor editor={editor} withTypographyStyles={false} className={frame.root ?? ''}>
      {!readOnly && <MailBodyToolbar editor={editor} variables={variables} windows={{ link: openLink }} />}
      <EditorContent editor={editor} className={`${frame.content} ${styles.content}`} />
      {isLinking && (
        <MailBodyLink
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
