import { Flex } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { CommandIcon } from '#admin/kit/rich-text/text-icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './rich-text.module.css'
import type { Windows } from './text-commands.ts'
import { useSlashMenu } from './use-slash-menu.ts'

/** The menu that a `/` opens at the cursor. The focus stays in the text, which announces the active entry. */
export function SlashMenu({ editor, windows }: { editor: Editor; windows: Windows }) {
  const { t } = useTexts()
  const { id, menu, found, isOpen, index, place, choose, setActive } = useSlashMenu(editor, windows)
  if (!isOpen) return null
  return (
    <div
      ref={menu}
      id={id}
      role="listbox"
      aria-label={t('richText.slash')}
      className={styles.slash}
      style={place && { insetBlockStart: place.top, insetInlineStart: place.start }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map((name, at) => (
        // The text keeps the focus and handles the keys: an option is marked as active and never focused.
        <Flex
          key={name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === index}
          className={styles.option ?? ''}
          gap="0.75rem"
          align="center"
          onClick={() => choose(name)}
          onPointerMove={() => setActive(at)}
        >
          <CommandIcon name={name} />
          {t(`richText.commands.${name}`)}
        </Flex>
      ))}
    </div>
  )
}
