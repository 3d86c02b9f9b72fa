import { NativeSelect } from '@mantine/core'
import { ChevronIcon, CloseIcon } from '#admin/kit/icons.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Rows } from '#admin/kit/layout/rows.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import type { ContentEntry, ContentKey } from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { type Choice, chooseVersion, describeEffect, toggleText } from './release-plan.ts'
import styles from './releases.module.css'

/** A text's name with its language: "Página de inicio: Cabecera (Español)". */
export function useTextName(): (text: { key: ContentKey; language: Language }) => string {
  const { t } = useTexts()
  return ({ key, language }) =>
    t('releases.textIn', { text: contentTitle(key, t), language: languageNames[language] })
}

interface PlanListProps {
  entries: readonly ContentEntry[]
  items: readonly ReleaseItem[]
  readOnly: boolean
  onChange: (items: ReleaseItem[]) => void
}

/** What a release would change, text by text. */
export function PlanList({ entries, items, readOnly, onChange }: PlanListProps) {
  const { t } = useTexts()
  if (items.length === 0) return <Hint>{t('releases.plan.none')}</Hint>
  return (
    <Rows>
      {items.map((item) => (
        <PlanRow
          key={`${item.key} ${item.language}`}
          entries={entries}
          item={item}
          readOnly={readOnly}
          onChoose={(version) => onChange(chooseVersion(items, { ...item, version }))}
          onRemove={() => onChange(toggleText(items, entries, item.key, item.language))}
        />
      ))}
    </Rows>
  )
}

interface PlanRowProps {
  entries: readonly ContentEntry[]
  item: ReleaseItem
  readOnly: boolean
  onChoose: (version: Choice) => void
  onRemove: () => void
}

function PlanRow({ entries, item, readOnly, onChoose, onRemove }: PlanRowProps) {
  const { t, format } = useTexts()
  const name = useTextName()(item)
  const { live, changes, newer, choices } = describeEffect(entries, item)
  const describe = (choice: Choice) =>
    choice === null
      ? t('releases.plan.takeOff')
      : t('releases.plan.publish', { version: format.number(choice) })
  return (
    <li>
      <p>{name}</p>
      {readOnly ? (
        <p>{describe(item.version)}</p>
      ) : (
        <div className={styles.choice}>
          <NativeSelect
            aria-label={t('releases.plan.action', { text: name })}
            size="sm"
            value={String(item.version)}
            data={choices.map((choice) => ({ value: String(choice), label: describe(choice) }))}
            onChange={({ currentTarget: { value } }) => onChoose(value === 'null' ? null : Number(value))}
            rightSection={<ChevronIcon />}
          />
          <button type="button" onClick={onRemove} aria-label={t('releases.plan.remove', { text: name })}>
            <CloseIcon />
          </button>
        </div>
      )}
      <Meta>
        <span>
          {!changes && t('releases.plan.noChange')}
          {changes &&
            (live === null
              ? t('releases.plan.nowBuiltIn')
              : t('releases.plan.nowVersion', { version: format.number(live) }))}
        </span>
        {newer !== undefined && <b>{t('releases.plan.newer', { version: format.number(newer) })}</b>}
      </Meta>
    </li>
  )
}
