import { useId, useState } from 'react'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { SearchFilter } from '#admin/kit/list/filters.tsx'
import { nameAction, nameArea } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { groupByFeature } from '#features/accounts/admin/parts/permission-groups.ts'
import type { PermissionEntry } from '#features/accounts/contract.ts'
import styles from './api-keys.module.css'
import { offeredScopes, readingScopes } from './key-draft.ts'

interface ScopeFieldProps {
  permissions: readonly PermissionEntry[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (scopes: string[]) => void
}

/** The permissions of a key as checkboxes by area, with a search. What the search hides stays chosen. */
export function ScopeField({ permissions, chosen, error, onChange }: ScopeFieldProps) {
  const { t, format, language } = useTexts()
  const [search, setSearch] = useState('')
  const id = useId()
  const offered = offeredScopes(permissions)
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  const shown = permissions.filter(({ action, keys }) => {
    const words = `${nameAction(action, t)} ${nameArea(action.split('.')[0] ?? '', t)} ${action}`
    return keys && fold(words).includes(fold(search.trim()))
  })
  const groups = groupByFeature(
    shown,
    (feature) => nameArea(feature, t),
    (one, other) => one.localeCompare(other, language),
  )
  // In the order in which they are offered, whatever the order of the clicks.
  const choose = (isWanted: (scope: string) => boolean) => onChange(offered.filter(isWanted))
  const toggle = (scope: string) =>
    choose((one) => (one === scope ? !chosen.includes(one) : chosen.includes(one)))

  return (
    <fieldset className={styles.field} aria-describedby={`${id} ${id}-error`}>
      <legend>{t('apiKeys.scopes')}</legend>
      <Hint id={id}>{t('apiKeys.scopesHint')}</Hint>
      <ButtonRow>
        <TextButton onClick={() => choose((scope) => readingScopes(permissions).includes(scope))}>
          {t('apiKeys.readingOnly')}
        </TextButton>
        <TextButton disabled={chosen.length === 0} onClick={() => onChange([])}>
          {t('apiKeys.noScopes')}
        </TextButton>
      </ButtonRow>
      <SearchFilter label={t('apiKeys.searchScopes')} value={search} onChange={setSearch} />
      <div className={styles.groups}>
        {groups.map(({ feature, entries }) => (
          <fieldset key={feature} className={styles.group}>
            <legend>{nameArea(feature, t)}</legend>
            {entries.map(({ action }) => (
              <label key={action}>
                <input type="checkbox" checked={chosen.includes(action)} onChange={() => toggle(action)} />
                <span>
                  {nameAction(action, t)} <code dir="ltr">{action}</code>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      {groups.length === 0 && <p>{t('apiKeys.noScopeFound')}</p>}
      <Hint role="status">
        {t('apiKeys.scopeCount', { count: chosen.length, number: format.number(chosen.length) })}
      </Hint>
      <Hint id={`${id}-error`} isError role="alert">
        {error}
      </Hint>
    </fieldset>
  )
}
