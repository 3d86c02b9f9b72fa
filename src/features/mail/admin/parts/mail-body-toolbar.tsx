import type { Editor } from '@tiptap/react'
import { type LinkWindows, plainCommands } from '#admin/kit/rich-text/editor-commands.ts'
import { EditorToolbar } from '#admin/kit/rich-text/editor-toolbar.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './mail-body-editor.module.css'
import { labelVariable } from './mail-body-variables.ts'

const groups = [
  ['h2', 'h3'],
  ['bold', 'italic', 'link'],
  ['bulletList', 'orderedList'],
  ['undo', 'redo'],
] as const

interface MailBodyToolbarProps {
  editor: Editor
  variables: readonly string[]
  windows: LinkWindows
}

/** The formats of a mail body and its variables. */
export function MailBodyToolbar({ editor, variables, windows }: MailBodyToolbarProps) {
  const { t } = useTexts()
  return (
    <EditorToolbar
      editor={editor}
      windows={windows}
      commands={plainCommands}
      groups={groups}
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
