import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { PlatformMark } from '#features/social/admin/parts/platform-mark.tsx'
import { platformIds, platformNames } from '#features/social/contract.ts'
import styles from './composer.module.css'

interface AccountChipsProps {
  accounts: readonly SocialAccount[]
  chosen: readonly string[]
  /** One of a post that is being changed stays what it is. */
  isFixed: boolean
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The accounts to choose from, by platform. */
export function AccountChips({ accounts, chosen, isFixed, error, onChange }: AccountChipsProps) {
  const { t } = useTexts()
  if (accounts.length === 0) return <NoAccounts />
  const shown = isFixed ? accounts.filter(({ id }) => chosen.includes(id)) : accounts
  const toggle = (id: string) =>
    onChange(
      accounts
        .map((one) => one.id)
        .filter((one) => (one === id ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset className={styles.accounts} aria-invalid={error !== undefined || undefined}>
      <legend>{t('composer.accounts.legend')}</legend>
      {!isFixed && <Hint>{t('composer.accounts.hint')}</Hint>}
      {platformIds
        .map((platform) => ({ platform, own: shown.filter((one) => one.platform === platform) }))
        .filter(({ own }) => own.length > 0)
        .map(({ platform, own }) => (
          <div key={platform} className={styles.platform}>
            <PlatformMark platform={platform} />
            <span>{platformNames[platform]}</span>
            <div>
              {own.map((account) => (
                <label key={account.id} className={styles.chip} data-fault={account.fault ?? undefined}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(account.id)}
                    disabled={isFixed}
                    aria-label={`${platformNames[platform]}: ${account.account_name}`}
                    onChange={() => toggle(account.id)}
                  />
                  <bdi>{account.account_name}</bdi>
                  {account.fault && <small>{t('composer.accounts.broken')}</small>}
                  {account.mode === 'assisted' && <small>{t('composer.accounts.byHand')}</small>}
                </label>
              ))}
            </div>
          </div>
        ))}
      {error && (
        <Hint isError role="alert">
          {error}
        </Hint>
      )}
    </fieldset>
  )
}

function NoAccounts() {
  const { t } = useTexts()
  return (
    <div className={styles.none}>
      <Hint>{t('composer.accounts.none')}</Hint>
      <Button component={Link} to="/admin/social/cuentas" variant="default">
        {t('composer.accounts.connect')}
      </Button>
    </div>
  )
}

/** Says that the accounts could not be loaded. */
export function AccountsFailure({ query }: { query: Parameters<typeof LoadFailure>[0]['query'] }) {
  const { t } = useTexts()
  return <LoadFailure query={query} title={t('composer.accounts.failed')} />
}
