import { SearchIcon } from '#admin/kit/icons.tsx'
import type { SearchItem } from '#admin/kit/search.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { searchLimit } from '#features/search/contract.ts'
import { languageNames } from '#shared/languages.ts'
import { searchWordsOf } from '#shared/search/words.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './search-box.module.css'
import { useSearchBox } from './use-search-box.ts'

/** Finds screens, texts and people: a combobox whose list opens under it (WAI-ARIA APG). */
export function SearchBox() {
  const { t } = useTexts()
  const box = useSearchBox()
  const { id, query, isOpen, items, areSimilar, active, isPending, hasFailed } = box

  const isEmpty = items.length === 0 && !isPending && !hasFailed
  return (
    <search className={styles.box}>
      <SearchIcon />
      <input
        ref={box.input}
        type="text"
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={isOpen && items.length > 0}
        aria-controls={isOpen && items.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={isOpen && items[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-keyshortcuts="Control+K Meta+K /"
        autoComplete="off"
        spellCheck={false}
        maxLength={searchLimit}
        placeholder={t('search.placeholder')}
        value={query}
        onChange={(event) => box.type(event.currentTarget.value)}
        onFocus={box.show}
        onBlur={box.close}
        onKeyDown={box.onKeyDown}
      />
      <span className={styles.shortcut} aria-hidden="true">
        {t('search.shortcut')}
      </span>
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus in the text field, whose loss closes the list
        <div className={styles.dropdown} onMouseDown={(event) => event.preventDefault()}>
          {areSimilar && <p className={styles.message}>{t('search.similar', { query: query.trim() })}</p>}
          {items.length > 0 && (
            <OptionList
              {...{ id, items, active }}
              words={areSimilar ? [] : searchWordsOf(query)}
              onChoose={box.choose}
              onHover={box.setActive}
            />
          )}
          {isPending && items.length === 0 && <p className={styles.message}>{t('search.searching')}</p>}
          {hasFailed && <p className={styles.message}>{t('search.failed')}</p>}
          {isEmpty && <p className={styles.message}>{t('search.nothing', { query: query.trim() })}</p>}
        </div>
      )}
      <output className={styles.announcement}>
        {isOpen &&
          query.trim() !== '' &&
          !isPending &&
          (areSimilar
            ? t('search.similar', { query: query.trim() })
            : t('search.results', { count: items.length }))}
      </output>
    </search>
  )
}

interface OptionListProps {
  id: string
  items: SearchItem[]
  active: number
  /** What is marked in the items. */
  words: readonly string[]
  onChoose: (item: SearchItem) => void
  onHover: (index: number) => void
}

function OptionList({ id, items, active, words, onChoose, onHover }: OptionListProps) {
  const { t } = useTexts()
  const groups = [...new Map(items.map(({ group }) => [group.name, group.label]))]
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t('search.label')}>
      {groups.map(([name, label]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div className={styles.group} id={`${id}-${name}`} role="presentation">
            {label}
          </div>
          {items.map(
            (item, index) =>
              item.group.name === name && (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox, as ARIA asks
                // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is active, never focused
                <div
                  key={item.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={styles.option}
                  data-more={item.isMore || undefined}
                  onClick={() => onChoose(item)}
                  onPointerMove={() => onHover(index)}
                >
                  <bdi>
                    <MarkedText text={item.label} words={item.isMore ? [] : words} />
                  </bdi>
                  <ItemDetails item={item} words={words} />
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

/** What tells an item from others of its name: a detail, the language, the words around the match. */
function ItemDetails({ item, words }: { item: SearchItem; words: readonly string[] }) {
  const { detail, excerpt, language } = item
  return (
    <>
      {detail !== undefined && (
        <bdi className={styles.detail}>
          <MarkedText text={detail} words={words} />
        </bdi>
      )}
      {language !== undefined && (
        <bdi className={styles.language} lang={language}>
          {languageNames[language]}
        </bdi>
      )}
      {excerpt !== undefined && (
        <span className={styles.excerpt} dir="auto" lang={language}>
          <MarkedText text={excerpt} words={words} />
        </span>
      )}
    </>
  )
}
