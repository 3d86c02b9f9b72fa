import type { Editor } from '@tiptap/react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CommandName } from '#admin/kit/rich-text/text-icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { filterCommands, findSlash, type Slash } from './slash-menu.ts'
import { textCommands, type Windows } from './text-commands.ts'

interface Place {
  top: number
  start: number
}

/** The state of the slash menu: its entries, the active one and its place. */
export function useSlashMenu(editor: Editor, windows: Windows) {
  const { t } = useTexts()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const { slash, close, refused, setRefused, active, setActive } = useSlash(editor)
  const found = slash ? filterCommands(slash.query, (name) => t(`richText.commands.${name}`)) : []
  const isOpen = slash !== undefined && slash.from !== refused && found.length > 0
  const index = Math.min(active, found.length - 1)

  function choose(name: CommandName) {
    if (!slash) return
    editor.view.dispatch(editor.state.tr.delete(slash.from, slash.to))
    close()
    textCommands[name].run(editor, windows)
  }

  // Handled before the editor's own keys, so that Enter chooses instead of breaking the line.
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
  useActiveDescendant(editor, id, isOpen ? index : undefined)
  const place = usePlace(editor, menu, isOpen ? slash.from : undefined)

  return { id, menu, found, isOpen, index, place, choose, setActive }
}

/** The `/` at the cursor, followed as the text and the cursor change. */
function useSlash(editor: Editor) {
  const [slash, setSlash] = useState<Slash>()
  const [refused, setRefused] = useState<number>()
  const [active, setActive] = useState(0)

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

  return { slash, close: () => setSlash(undefined), refused, setRefused, active, setActive }
}

/** Tells assistive technology which entry is active while the focus stays in the text; no `index` while it is closed. */
function useActiveDescendant(editor: Editor, id: string, index: number | undefined): void {
  useEffect(() => {
    // While it is closed the editor may not be mounted yet.
    if (index === undefined) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    dom.setAttribute('aria-activedescendant', `${id}-${index}`)
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, index, id])
}

/** The position of the menu: below the position `from`, within the width of the text. */
function usePlace(editor: Editor, menu: RefObject<HTMLDivElement | null>, from: number | undefined) {
  const [place, setPlace] = useState<Place>()
  useLayoutEffect(() => {
    const box = menu.current?.offsetParent?.getBoundingClientRect()
    if (from === undefined || !box) return
    const { bottom, left, right } = editor.view.coordsAtPos(from)
    const isRightToLeft = getComputedStyle(menu.current ?? editor.view.dom).direction === 'rtl'
    const start = isRightToLeft ? box.right - right : left - box.left
    const width = menu.current?.offsetWidth ?? 0
    setPlace({ top: bottom - box.top + 4, start: Math.max(8, Math.min(start, box.width - width - 8)) })
  }, [editor, menu, from])
  return place
}
