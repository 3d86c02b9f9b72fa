import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'
import { findItem, listChoices, toggleText } from './release-plan.ts'
import styles from './releases.module.css'

interface TextGridProps {
  entries: readonly ContentEntry[]
  items: readonly ReleaseItem[]
  readOnly: boolean
  onChange: (items: ReleaseItem[]) => void
}

/** A grid of checkboxes for every text in every language. */
export function TextGrid({ entries, items, readOnly, onChange }: TextGridProps) {
  const { t } = useTexts()
  return entries.map((entry) => (
    <fieldset key={entry.key} className={styles.texts} disabled={readOnly}>
      <legend>{contentTitle(entry.key, t)}</legend>
      <div className={styles.cells}>
        {languages.map((language) => (
          <TextCell
            key={language}
            language={language}
            state={entry.languages[language]}
            isChosen={findItem(items, entry.key, language) !== undefined}
            onToggle={() => onChange(toggleText(items, entries, entry.key, language))}
          />
        ))}
      </div>
    </fieldset>
  ))
}

interface TextCellProps {
  language: Language
  state: ContentState
  isChosen: boolean
  onToggle: () => void
}

function TextCell({ language, state, isChosen, onToggle }: TextCellProps) {
  const { t, format } = useTexts()
  const description = t(`releases.text.${state.state}`, {
    language: languageNames[language],
    version: format.number(state.version),
    published: format.number(state.published_version ?? 0),
  })
  const isWaiting = state.state === 'draft' || state.state === 'changed'
  return (
    <label className={styles.cell} title={description} data-waiting={isWaiting || undefined}>
      <input
        type="checkbox"
        checked={isChosen}
        disabled={!isChosen && listChoices(state).length === 0}
        aria-label={description}
        onChange={onToggle}
      />
      <span className={styles.code}>{language}</span>
      <span className={styles.version}>
        {isWaiting && <Ring />}
        {state.version > 0 && t('releases.text.short', { version: format.number(state.version) })}
        {state.version === 0 && '–'}
      </span>
    </label>
  )
}

/** The mark of a draft that is not on the site, as in the list of texts. */
function Ring() {
  return (
    <svg viewBox="0 0 16 16" width="10" height="10" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="8" cy="8" r="6" strokeWidth="2" />
    </svg>
  )
}
