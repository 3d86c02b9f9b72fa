import '#features/social/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount, SocialPlatform } from '#features/social/accounts/contract.ts'
import { TimetableDialog } from '#features/social/admin/accounts/timetable/timetable-dialog.tsx'
import { SocialHead } from '#features/social/admin/parts/social-head.tsx'
import { platformNames } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import { AccountEntry } from './account-entry.tsx'
import styles from './accounts.module.css'
import { ManagedDialog } from './managed-dialog.tsx'
import { NewAccountDialog } from './new-account-dialog.tsx'
import { PlatformCard } from './platform-card.tsx'
import { useAccounts, usePlatforms } from './use-accounts.ts'
import { useConnecting } from './use-connecting.ts'

/** The platforms that the team uses, and the accounts that are connected to them. */
export function AccountsScreen() {
  const { t } = useTexts()
  const mayManage = useCan(socialPermissions.manage)
  const mayPublish = useCan(socialPermissions.publish)
  const platforms = usePlatforms()
  const accounts = useAccounts()
  const [isChoosing, setChoosing] = useState(false)
  // The composer leads to it.
  const [params, setParams] = useSearchParams()
  const timed = accounts.data?.find(({ id }) => id === params.get('timetable'))
  const choose = (
    <Button variant="default" onClick={() => setChoosing(true)}>
      {t('accounts_screen.manage.title')}
    </Button>
  )
  const describe = (reason: string) => t('accounts_screen.failed', { reason })
  // One message is enough where both fail.
  const failed = [platforms, accounts].find(({ isError, data }) => isError && !data)
  const isWaiting = !failed && (platforms.isPending || accounts.isPending)
  return (
    <>
      <SocialHead aside={mayManage && platforms.data && choose} />
      {isWaiting && <LoadingLines />}
      {failed && <LoadFailure query={failed} describe={describe} />}
      {platforms.data && accounts.data && (
        <>
          {platforms.data.length === 0 && (
            <EmptyState title={t('accounts_screen.noPlatforms')} actions={mayManage && choose}>
              {t('accounts_screen.noPlatformsText')}
            </EmptyState>
          )}
          <PlatformList platforms={platforms.data} accounts={accounts.data} mayManage={mayManage} />
        </>
      )}
      <TimetableDialog
        account={mayPublish ? timed : undefined}
        onClose={() => setParams({}, { replace: true })}
      />
      <ManagedDialog opened={isChoosing} managed={platforms.data ?? []} onClose={() => setChoosing(false)} />
    </>
  )
}

interface PlatformListProps {
  platforms: readonly SocialPlatform[]
  accounts: readonly SocialAccount[]
  mayManage: boolean
}

function PlatformList({ platforms, accounts, mayManage }: PlatformListProps) {
  const connecting = useConnecting()
  const [adding, setAdding] = useState<{ platform: SocialPlatform; accountName: string }>()
  const others = accounts.filter(({ platform }) => !platforms.some(({ id }) => id === platform))

  function connect(platform: SocialPlatform, accountName = '') {
    if (platform.connection === 'oauth') connecting.begin(platform.id)
    else setAdding({ platform, accountName })
  }
  return (
    <>
      <ul className={styles.platforms}>
        {platforms.map((platform) => (
          <li key={platform.id}>
            <PlatformCard
              platform={platform}
              accounts={accounts.filter((account) => account.platform === platform.id)}
              connecting={connecting.state}
              mayManage={mayManage}
              onConnect={(accountName) => connect(platform, accountName)}
              onStop={connecting.stop}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && <OtherAccounts accounts={others} mayManage={mayManage} />}
      <NewAccountDialog
        platform={adding?.platform}
        accountName={adding?.accountName ?? ''}
        onClose={() => setAdding(undefined)}
      />
    </>
  )
}

/** The accounts of platforms that the team has chosen to use no more. */
function OtherAccounts({ accounts, mayManage }: Omit<PlatformListProps, 'platforms'>) {
  const { t } = useTexts()
  return (
    <Panel title={t('accounts_screen.others')}>
      {accounts.map((account) => (
        <section key={account.id} aria-label={platformNames[account.platform]}>
          <h3>{platformNames[account.platform]}</h3>
          <ul className={styles.accounts}>
            <AccountEntry account={account} isTestable={account.mode === 'automatic'} mayManage={mayManage} />
          </ul>
        </section>
      ))}
    </Panel>
  )
}
