import { Detail } from '#admin/kit/layout/hint.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { nameAction } from '#admin/kit/texts/permission-texts.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ApiKey, ApiKeyState } from '#features/api-keys/contract.ts'
import styles from './api-keys.module.css'

const symbols: Record<ApiKeyState, StateSymbol> = {
  active: 'done',
  blocked: 'attention',
  expired: 'none',
  revoked: 'none',
}

/** Whether a key works; until when, or since when not. */
export function KeyState({ apiKey: { state, expires_at, revoked_at } }: { apiKey: ApiKey }) {
  const { t, format } = useTexts()
  return (
    <>
      <State symbol={symbols[state]}>{t(`apiKeys.states.${state}`)}</State>
      <Detail>
        {state === 'active' &&
          (expires_at ? t('apiKeys.until', { date: format.dateTime(expires_at) }) : t('apiKeys.forever'))}
        {state === 'blocked' && t('apiKeys.blockedText')}
        {state === 'expired' && expires_at && format.dateTime(expires_at)}
        {state === 'revoked' && revoked_at && format.dateTime(revoked_at)}
      </Detail>
    </>
  )
}

const mostShown = 3

/** What a key may do; many permissions are folded under their number. */
export function KeyScopes({ scopes }: Pick<ApiKey, 'scopes'>) {
  const { t, format } = useTexts()
  const list = (
    <ul className={styles.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>{nameAction(scope, t)}</li>
      ))}
    </ul>
  )
  if (scopes.length <= mostShown) return list
  return (
    <details className={styles.folded}>
      <summary>
        {t('apiKeys.scopeCount', { count: scopes.length, number: format.number(scopes.length) })}
      </summary>
      {list}
    </details>
  )
}
