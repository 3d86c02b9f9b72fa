import { Button } from '@mantine/core'
import { Hint, Tag } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount, SocialPlatform } from '#features/social/accounts/contract.ts'
import { PlatformMark } from '#features/social/admin/parts/platform-mark.tsx'
import { AccountEntry } from './account-entry.tsx'
import styles from './accounts.module.css'
import { CapabilityList } from './capability-list.tsx'
import type { ConnectingState } from './connecting.ts'
import { ConnectingNotice } from './connecting-notice.tsx'
import { MissingSettings } from './missing-settings.tsx'

interface PlatformCardProps {
  platform: SocialPlatform
  accounts: readonly SocialAccount[]
  connecting: ConnectingState
  mayManage: boolean
  /** Connects an account, or one of this name again. */
  onConnect: (accountName?: string) => void
  onStop: () => void
}

/** One platform: what its interface allows, what is missing, its accounts. */
export function PlatformCard(props: PlatformCardProps) {
  const { platform, accounts, connecting, mayManage, onConnect, onStop } = props
  const { t } = useTexts()
  const { id, name, publishing, needs_approval, costs_money } = platform
  const connect = t(accounts.length === 0 ? 'accounts_screen.connect' : 'accounts_screen.connectAnother')
  const isConnecting = 'platform' in connecting && connecting.platform === id
  const isConnectable = platform.connection !== 'oauth' || platform.missing.length === 0
  return (
    <article className={styles.platform} aria-label={name}>
      <header>
        <PlatformMark platform={id} />
        <h2>{name}</h2>
        <p className={styles.tags}>
          <Tag>{t(`accounts_screen.modes.${publishing}`)}</Tag>
          {needs_approval && <Tag>{t('accounts_screen.tags.approval')}</Tag>}
          {costs_money && <Tag>{t('accounts_screen.tags.cost')}</Tag>}
        </p>
        <p>{t(`platforms.${id}.purpose`)}</p>
      </header>
      <div className={styles.state}>
        <MissingSettings platform={platform} />
        {accounts.length > 0 ? (
          <ul className={styles.accounts}>
            {accounts.map((account) => (
              <AccountEntry
                key={account.id}
                account={account}
                mayManage={mayManage}
                isTestable={platform.connection !== 'name'}
                onReconnect={
                  isConnectable && platform.connection !== 'name'
                    ? () => onConnect(account.account_name)
                    : undefined
                }
              />
            ))}
          </ul>
        ) : (
          isConnectable && <Hint>{t('accounts_screen.none')}</Hint>
        )}
        {isConnecting && <ConnectingNotice state={connecting} onStop={onStop} onAgain={() => onConnect()} />}
        {mayManage && isConnectable && (
          <Button
            // The message says how to go on.
            variant={accounts.length === 0 && !isConnecting ? 'filled' : 'default'}
            aria-label={t('accounts_screen.labelled', { action: connect, name })}
            onClick={() => onConnect()}
          >
            {connect}
          </Button>
        )}
      </div>
      <CapabilityList platform={platform} />
    </article>
  )
}
