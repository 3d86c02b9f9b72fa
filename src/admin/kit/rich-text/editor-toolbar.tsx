import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { directionOf } from '#shared/languages.ts'
import styles from './editor.module.css'
import type { EditorCommand } from './editor-commands.ts'
import { CommandIcon, type CommandName } from './text-icons.tsx'
import { moveInToolbar } from './toolbar-keys.ts'

/** The attribute that marks an element as a tool of the toolbar. */
export interface ToolAttributes {
  'data-command': string
  tabIndex: number
  onFocus: () => void
}

interface EditorToolbarProps<Name extends CommandName, Windows> {
  editor: Editor
  windows: Windows
  commands: Record<Name, EditorCommand<Windows>>
  groups: readonly (readonly Name[])[]
  /** Tools beside the commands. */
  more?: { names: readonly string[]; draw: (toolOf: (name: string) => ToolAttributes) => ReactNode }
}

/** The toolbar of an editor: one tab stop, with arrow keys between the tools. */
export function EditorToolbar<Name extends CommandName, Windows>(props: EditorToolbarProps<Name, Windows>) {
  const { editor, windows, commands, groups, more } = props
  const { t, language } = useTexts()
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<string>()
  const names: string[] = [...groups.flat(), ...(more?.names ?? [])]
  const current = Math.max(0, names.indexOf(stop ?? ''))

  function onKeyDown(event: KeyboardEvent) {
    const isRightToLeft = directionOf(language) === 'rtl'
    const next = moveInToolbar(event.key, { current, count: names.length, isRightToLeft })
    const name = next === undefined ? undefined : names[next]
    if (!name) return
    event.preventDefault()
    setStop(name)
    bar.current?.querySelector<HTMLElement>(`[data-command="${name}"]`)?.focus()
  }
  const toolOf = (name: string): ToolAttributes => ({
    'data-command': name,
    tabIndex: name === names[current] ? 0 : -1,
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
            <Tool
              key={name}
              name={name}
              editor={editor}
              command={commands[name]}
              attributes={toolOf(name)}
              onRun={() => commands[name].run(editor, windows)}
            />
          ))}
        </RichTextEditor.ControlsGroup>
      ))}
      {more?.draw(toolOf)}
    </RichTextEditor.Toolbar>
  )
}

interface ToolProps {
  name: CommandName
  editor: Editor
  command: Pick<EditorCommand<never>, 'keys' | 'isActive' | 'isEnabled'>
  attributes: ToolAttributes
  onRun: () => void
}

function Tool({ name, editor, command, attributes, onRun }: ToolProps) {
  const { t } = useTexts()
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
      {...attributes}
      aria-label={label}
      title={label}
      aria-keyshortcuts={command.keys}
      aria-pressed={command.isActive ? isActive : undefined}
      // Disabled tools stay focusable, as the ARIA toolbar pattern requires.
      aria-disabled={!isEnabled || undefined}
      active={isActive}
      onClick={() => isEnabled && onRun()}
    >
      <CommandIcon name={name} />
    </RichTextEditor.Control>
  )
}

/** Whether an editor can be used. Selectors may still run once for an editor that was just destroyed. */
export function isAlive(editor: Editor): boolean {
  return !editor.isDestroyed && Boolean(editor.schema)
}
