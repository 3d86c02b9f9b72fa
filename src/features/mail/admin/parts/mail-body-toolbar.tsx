import type { Editor } from '@tiptap/react'
import { EditorToolbar } from '#admin/kit/rich-text/editor-toolbar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type MailBodyWindows, mailBodyCommands } from './mail-body-commands.ts'
import styles from './mail-body-editor.module.css'
import { labelVariable } from './mail-body-variables.ts'

type Name = keyof typeof mailBodyCommands

const plainGroups: readonly (readonly Name[])[] = [
  ['h2', 'h3'],
  ['bold', 'italic', 'link'],
  ['bulletList', 'orderedList'],
]
const inserts: readonly Name[] = ['picture', 'button']
const steps: readonly Name[] = ['undo', 'redo']

interface MailBodyToolbarProps {
  editor: Editor
  variables: readonly string[]
  windows: MailBodyWindows
  /** Whether it may have pictures and buttons. */
  hasInserts: boolean
}

/** The formats of a mail body and its variables. */
export function MailBodyToolbar({ editor, variables, windows, hasInserts }: MailBodyToolbarProps) {
  const { t } = useTexts()
  return (
    <EditorToolbar
      editor={editor}
      windows={windows}
      commands={mailBodyCommands}
      groups={[...plainGroups, ...(hasInserts ? [inserts] : []), steps]}
      more={{
        names: variables.map(toolName),
        draw: (toolOf) => (
          <div className={styles.variables}>
            {variables.map((name) => (
              <button
                key={name}
                type="button"
                {...toolOf(toolName(name))}
                aria-label={t('mailBody.insert', { variable: labelVariable(name, t) })}
                onClick={() =>
                  editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()
                }
              >
                {labelVariable(name, t)}
              </button>
            ))}
          </div>
        ),
      }}
    />
  )
}

const toolName = (variable: string) => `variable:${variable}`
