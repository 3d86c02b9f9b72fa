import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SearchItem } from '#admin/kit/search.ts'
import { asksForSearch, moveActive } from './search.ts'
import { useSearchItems } from './use-search-items.ts'

/** The state of the search box: the text, the results, and the active entry. */
export function useSearchBox() {
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [settled] = useDebouncedValue(query, 200)
  const { items, areSimilar, isSearching, hasFailed } = useSearchItems(
    query.trim() === '' ? '' : settled,
    isOpen,
  )
  const isPending = isSearching || query !== settled
  useSearchShortcut(input)

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  function close() {
    setOpen(false)
    setActive(-1)
  }
  function type(text: string) {
    setQuery(text)
    setActive(-1)
    setOpen(true)
  }
  function choose(item: SearchItem) {
    close()
    setQuery('')
    input.current?.blur()
    void navigate(item.to)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(moveActive(active, event.key, items.length))
    } else if (event.key === 'Enter') {
      const chosen = items[active] ?? (isPending ? undefined : items[0])
      if (isOpen && chosen) {
        event.preventDefault()
        choose(chosen)
      }
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen && query !== '') setQuery('')
      else input.current?.blur()
      close()
    }
  }
  const show = () => setOpen(true)
  return {
    id,
    input,
    query,
    isOpen,
    items,
    areSimilar,
    active,
    isPending,
    hasFailed,
    show,
    close,
    type,
    choose,
    setActive,
    onKeyDown,
  }
}

/** Moves the focus to the search box when its keyboard shortcut is pressed anywhere on the screen. */
function useSearchShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent) {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'))
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (!asksForSearch({ key, ctrlKey, metaKey, altKey, defaultPrevented, isTyping })) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [input])
}
