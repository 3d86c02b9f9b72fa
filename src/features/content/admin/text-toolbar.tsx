import { RichTextEditor } from '@mantine/tiptap'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '#admin/kit/text-context.tsx'
import { CommandIcon, type CommandName } from '#admin/kit/text-icons.tsx'
import { moveInToolbar } from '#admin/kit/toolbar-keys.ts'
import { directionOf } from '#shared/languages.ts'
import styles from './rich-text.module.css'
import { textCommands, type Windows } from './text-commands.ts'

const groups: CommandName[][] = [
  ['h1', 'h2', 'h3'],
  ['bold', 'italic', 'link', 'button', 'clear'],
  ['bulletList', 'orderedList', 'blockquote'],
  ['callout', 'warning', 'picture', 'table', 'divider'],
  ['undo', 'redo'],
]
const tableGroup: CommandName[] = [
  ...(['rowAfter', 'columnAfter', 'headerRow', 'headerColumn'] as const),
  ...(['deleteRow', 'deleteColumn', 'deleteTable'] as const),
]

interface TextToolbarProps {
  editor: Editor
  windows: Windows
}

/** The formats of a text. One stop for the tab key; the arrows go from tool to tool. */
export function TextToolbar({ editor, windows }: TextToolbarProps) {
  const { t, language } = useTexts()
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<CommandName>('h1')
  const isInTable = useEditorState({
    editor,
    selector: ({ editor: one }) => isAlive(one) && one.isActive('table'),
  })
  const shown = isInTable ? [...groups, tableGroup] : groups
  const names = shown.flat()
  const current = names.includes(stop) ? stop : 'h1'

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

  return (
    <RichTextEditor.Toolbar
      ref={bar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      className={styles.toolbar ?? ''}
      onKeyDown={onKeyDown}
    >
      {shown.map((group) => (
        <RichTextEditor.ControlsGroup key={group[0]}>
          {group.map((name) => (
            <Tool
              key={name}
              name={name}
              editor={editor}
              windows={windows}
              isStop={name === current}
              onFocus={() => setStop(name)}
            />
          ))}
        </RichTextEditor.ControlsGroup>
      ))}
    </RichTextEditor.Toolbar>
  )
}

interface ToolProps extends TextToolbarProps {
  name: CommandName
  isStop: boolean
  onFocus: () => void
}

function Tool({ name, editor, windows, isStop, onFocus }: ToolProps) {
  const { t } = useTexts()
  const command = textCommands[name]
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
      data-command={name}
      aria-label={label}
      title={label}
      aria-keyshortcuts={command.keys}
      aria-pressed={command.isActive ? isActive : undefined}
      // It stays reachable, as ARIA asks of a toolbar's tools.
      aria-disabled={!isEnabled || undefined}
      active={isActive}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={() => isEnabled && command.run(editor, windows)}
    >
      <CommandIcon name={name} />
    </RichTextEditor.Control>
  )
}

/** An editor whose screen is just being left is asked once more, when it knows nothing any longer. */
function isAlive(editor: Editor): boolean {
  return !editor.isDestroyed && Boolean(editor.schema)
}
