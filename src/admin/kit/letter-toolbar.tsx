import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
// For the types of its commands.
import type {} from '@tiptap/starter-kit'
import { type KeyboardEvent, useRef, useState } from 'react'
import { directionOf } from '#shared/languages.ts'
import styles from './letter-editor.module.css'
import { labelVariable } from './letter-variables.ts'
import { useTexts } from './text-context.tsx'
import { CommandIcon } from './text-icons.tsx'
import { moveInToolbar } from './toolbar-keys.ts'

interface LetterCommand {
  keys?: string
  isActive?: (editor: Editor) => boolean
  isEnabled?: (editor: Editor) => boolean
  /** None: it opens the window of the link. */
  run?: (editor: Editor) => void
}

const heading = (level: 2 | 3): LetterCommand => ({
  keys: `Control+Alt+${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
})

const commands = {
  h2: heading(2),
  h3: heading(3),
  bold: {
    keys: 'Control+B',
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  italic: {
    keys: 'Control+I',
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  link: { keys: 'Control+K', isActive: (editor) => editor.isActive('link') },
  bulletList: {
    keys: 'Control+Shift+8',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  orderedList: {
    keys: 'Control+Shift+7',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  undo: {
    keys: 'Control+Z',
    isEnabled: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  redo: {
    keys: 'Control+Shift+Z',
    isEnabled: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
} satisfies Record<string, LetterCommand>
type LetterCommandName = keyof typeof commands

const groups: LetterCommandName[][] = [
  ['h2', 'h3'],
  ['bold', 'italic', 'link'],
  ['bulletList', 'orderedList'],
  ['undo', 'redo'],
]

interface LetterToolbarProps {
  editor: Editor
  variables: readonly string[]
  onLink: () => void
}

/** The formats of a letter and its variables. One stop for the tab key; the arrows go from tool to tool. */
export function LetterToolbar({ editor, variables, onLink }: LetterToolbarProps) {
  const { t, language } = useTexts()
  const bar = useRef<HTMLDivElement>(null)
  const names = [...groups.flat(), ...variables.map((name) => `variable:${name}`)]
  const [stop, setStop] = useState('h2')
  const current = names.includes(stop) ? stop : 'h2'

  function onKeyDown(event: KeyboardEvent) {
    const isRightToLeft = directionOf(language) === 'rtl'
    const next = moveInToolbar(event.key, {
      current: names.indexOf(current),
      count: names.length,
      isRightToLeft,
    })
    const name = next === undefined ? undefined : names[next]
    if (!name) return
    event.preventDefault()
    setStop(name)
    bar.current?.querySelector<HTMLElement>(`[data-command="${name}"]`)?.focus()
  }
  const tool = (name: string) => ({
    'data-command': name,
    tabIndex: name === current ? 0 : -1,
    onFocus: () => setStop(name),
  })

  return (
    <RichTextEditor.Toolbar
      ref={bar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className={styles.toolbar ?? ''}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <RichTextEditor.ControlsGroup key={group[0]}>
          {group.map((name) => (
            <Tool key={name} name={name} editor={editor} onLink={onLink} tool={tool(name)} />
          ))}
        </RichTextEditor.ControlsGroup>
      ))}
      <div className={styles.variables}>
        {variables.map((name) => (
          <button
            key={name}
            type="button"
            {...tool(`variable:${name}`)}
            aria-label={t('letter.insert', { variable: labelVariable(name, t) })}
            onClick={() => editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()}
          >
            {labelVariable(name, t)}
          </button>
        ))}
      </div>
    </RichTextEditor.Toolbar>
  )
}

interface ToolProps {
  name: LetterCommandName
  editor: Editor
  onLink: () => void
  tool: { 'data-command': string; tabIndex: number; onFocus: () => void }
}

function Tool({ name, editor, onLink, tool }: ToolProps) {
  const { t } = useTexts()
  const command: LetterCommand = commands[name]
  const { isActive, isEnabled } = useEditorState({
    editor,
    selector: ({ editor: one }) => ({
      isActive: isAlive(one) && (command.isActive?.(one) ?? false),
      isEnabled: isAlive(one) && (command.isEnabled?.(one) ?? true),
    }),
  })
  const label = t(`richText.commands.${name}`)
  return (
    <RichTextEditor.Control
      {...tool}
      aria-label={label}
      title={label}
      aria-keyshortcuts={command.keys}
      aria-pressed={command.isActive ? isActive : undefined}
      // It stays reachable, as ARIA asks of a toolbar's tools.
      aria-disabled={!isEnabled || undefined}
      active={isActive}
      onClick={() => isEnabled && (command.run ? command.run(editor) : onLink())}
    >
      <CommandIcon name={name} />
    </RichTextEditor.Control>
  )
}

/** An editor whose screen is just being left is asked once more, when it knows nothing any longer. */
function isAlive(editor: Editor): boolean {
  return !editor.isDestroyed && Boolean(editor.schema)
}
