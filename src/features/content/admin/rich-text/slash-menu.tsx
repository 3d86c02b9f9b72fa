import type { Editor } from '@tiptap/react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { CommandIcon, type CommandName } from '#admin/kit/rich-text/text-icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from './rich-text.module.css'
import { filterCommands, findSlash, type Slash } from './slash-menu.ts'
import { textCommands, type Windows } from './text-commands.ts'

interface Place {
  top: number
  start: number
}

/** The menu that a `/` opens at the cursor. The focus stays in the text, which says which entry is meant. */
export function SlashMenu({ editor, windows }: { editor: Editor; windows: Windows }) {
  const { t } = useTexts()
  const id = useId()
  const [slash, setSlash] = useState<Slash>()
  const [refused, setRefused] = useState<number>()
  const [active, setActive] = useState(0)
  const [place, setPlace] = useState<Place>()
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const follow = () => {
      const found = editor.isFocused ? findSlash(editor.state) : undefined
      setSlash((current) =>
        current?.from === found?.from && current?.query === found?.query ? current : found,
      )
      if (!found) setRefused(undefined)
      setActive(0)
    }
    const leave = () => setSlash(undefined)
    editor.on('update', follow)
    editor.on('selectionUpdate', follow)
    editor.on('blur', leave)
    return () => {
      editor.off('update', follow)
      editor.off('selectionUpdate', follow)
      editor.off('blur', leave)
    }
  }, [editor])

  const found = slash ? filterCommands(slash.query, (name) => t(`richText.commands.${name}`)) : []
  const isOpen = slash !== undefined && slash.from !== refused && found.length > 0
  const index = Math.min(active, found.length - 1)

  function choose(name: CommandName) {
    if (!slash) return
    editor.view.dispatch(editor.state.tr.delete(slash.from, slash.to))
    setSlash(undefined)
    textCommands[name].run(editor, windows)
  }

  // Before the editor's own keys, so that Enter chooses instead of breaking the line.
  useEffect(() => {
    if (!isOpen) return
    const { dom } = editor.view
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const name = found[index]
      if (event.key === 'ArrowDown') setActive((index + 1) % found.length)
      else if (event.key === 'ArrowUp') setActive((index - 1 + found.length) % found.length)
      else if (event.key === 'Escape') setRefused(slash.from)
      else if ((event.key === 'Enter' || event.key === 'Tab') && name) choose(name)
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const parent = dom.parentElement ?? dom
    parent.addEventListener('keydown', onKeyDown, { capture: true })
    return () => parent.removeEventListener('keydown', onKeyDown, { capture: true })
  })

  useEffect(() => {
    // While it is closed the editor may not be mounted yet.
    if (!isOpen) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-activedescendant', `${id}-${index}`)
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, isOpen, index, id])

  const from = slash?.from
  useLayoutEffect(() => {
    const box = menu.current?.offsetParent?.getBoundingClientRect()
    if (!isOpen || from === undefined || !box) return
    const { bottom, left, right } = editor.view.coordsAtPos(from)
    const isRightToLeft = getComputedStyle(menu.current ?? editor.view.dom).direction === 'rtl'
    const start = isRightToLeft ? box.right - right : left - box.left
    const width = menu.current?.offsetWidth ?? 0
    setPlace({ top: bottom - box.top + 4, start: Math.max(8, Math.min(start, box.width - width - 8)) })
  }, [editor, isOpen, from])

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
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: an option is active, never focused
        <div
          key={name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === index}
          className={styles.option}
          onClick={() => choose(name)}
          onPointerMove={() => setActive(at)}
        >
          <CommandIcon name={name} />
          {t(`richText.commands.${name}`)}
        </div>
      ))}
    </div>
  )
}
