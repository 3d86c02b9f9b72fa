import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchIcon } from '#admin/kit/icons.tsx'
import type { SearchItem } from '#admin/kit/search.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { asksForSearch, moveActive } from './search.ts'
import styles from './search-box.module.css'
import { useSearchItems } from './use-search-items.ts'

/** Finds screens, texts and people: a combobox whose list opens under it (WAI-ARIA APG). */
export function SearchBox() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [settled] = useDebouncedValue(query, 200)
  const { items, isSearching, hasFailed } = useSearchItems(query.trim() === '' ? '' : settled)
  const isPending = isSearching || query !== settled
  const activeItem = items[active]

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
  }, [])

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  function close() {
    setOpen(false)
    setActive(-1)
  }
  function open(item: SearchItem) {
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
      const chosen = activeItem ?? (isPending ? undefined : items[0])
      if (isOpen && chosen) {
        event.preventDefault()
        open(chosen)
      }
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen && query !== '') setQuery('')
      else input.current?.blur()
      close()
    }
  }

  const isEmpty = items.length === 0 && !isPending && !hasFailed
  return (
    <search className={styles.box}>
      <SearchIcon />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={isOpen && items.length > 0}
        aria-controls={isOpen && items.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && activeItem ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-keyshortcuts="Control+K Meta+K /"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('search.placeholder')}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <span className={styles.shortcut} aria-hidden="true">
        {t('search.shortcut')}
      </span>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text field, whose loss closes the list
        <div className={styles.dropdown} onMouseDown={(event) => event.preventDefault()}>
          {items.length > 0 && (
            <OptionList id={id} items={items} active={active} onChoose={open} onHover={setActive} />
          )}
          {isPending && items.length === 0 && <p className={styles.message}>{t('search.searching')}</p>}
          {hasFailed && <p className={styles.message}>{t('search.failed')}</p>}
          {isEmpty && <p className={styles.message}>{t('search.nothing', { query: query.trim() })}</p>}
        </div>
      )}
      <output className={styles.announcement}>
        {isOpen && query.trim() !== '' && !isPending && t('search.results', { count: items.length })}
      </output>
    </search>
  )
}

interface OptionListProps {
  id: string
  items: SearchItem[]
  active: number
  onChoose: (item: SearchItem) => void
  onHover: (index: number) => void
}

function OptionList({ id, items, active, onChoose, onHover }: OptionListProps) {
  const { t } = useTexts()
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t('search.label')}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div className={styles.group} id={`${id}-${group}`} role="presentation">
            {t(`search.${group}`)}
          </div>
          {items.map(
            (item, index) =>
              item.group === group && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox, as ARIA asks
                // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is active, never focused
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={styles.option}
                  onClick={() => onChoose(item)}
                  onPointerMove={() => onHover(index)}
                >
                  <span>{item.label}</span>
                  {item.detail && <bdi className={styles.detail}>{item.detail}</bdi>}
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}
