import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { AccountTest, SocialAccount } from '#features/social/accounts/contract.ts'
import { StoredWords } from '#features/social/admin/parts/stored-words.tsx'
import { socialPermissions } from '#features/social/permissions.ts'
import { AccountFacts } from './account-facts.tsx'
import styles from './accounts.module.css'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { deadlineOf, type Health, healthOf } from './health.ts'
import { useAccountActions } from './use-accounts.ts'

const symbols: Record<Health, StateSymbol> = {
  ...{ faulty: 'attention', limited: 'attention', ending: 'attention' },
  ...{ unproven: 'begun', assisted: 'done', healthy: 'done' },
}

interface AccountEntryProps {
  account: SocialAccount
  /** Absent where that is not possible. */
  onReconnect?: (() => void) | undefined
  /** Whether there is something that its platform can be asked about. */
  isTestable: boolean
  mayManage: boolean
}

/** One connected account: how it is, and what can be done with it. */
export function AccountEntry({ account, onReconnect, isTestable, mayManage }: AccountEntryProps) {
  const { t, format } = useTexts()
  const { account_name, url, platform, fault, fault_sentence } = account
  const health = healthOf(account, new Date())
  const deadline = deadlineOf(account)
  return (
    <li className={styles.account}>
      <div className={styles.accountHead}>
        {url ? (
          <OutwardLink to={url}>{isolateWords(account_name)}</OutwardLink>
        ) : (
          <b>
            <bdi>{account_name}</bdi>
          </b>
        )}
        <State symbol={symbols[health]} isError={health === 'faulty' || health === 'limited'}>
          {t(`accounts_screen.health.${health}`)}
        </State>
      </div>
      {fault && <Hint isError>{t(`accounts_screen.faults.${fault}`)}</Hint>}
      {fault_sentence && <StoredWords platform={platform}>{fault_sentence}</StoredWords>}
      {health === 'ending' && deadline && (
        <Hint isError>{t('accounts_screen.endingText', { date: format.dateTime(deadline) })}</Hint>
      )}
      <AccountFacts account={account} />
      <AccountButtons
        account={account}
        onReconnect={onReconnect}
        isTestable={isTestable}
        mayManage={mayManage}
      />
    </li>
  )
}

function AccountButtons({ account, onReconnect, isTestable, mayManage }: AccountEntryProps) {
  const { t } = useTexts()
  const mayPublish = useCan(socialPermissions.publish)
  const { test } = useAccountActions()
  const [, setParams] = useSearchParams()
  const [result, setResult] = useState<AccountTest>()
  const [isAsking, setAsking] = useState(false)
  const testing = useAction({ showsFailure: true })
  const needsReconnecting = ['faulty', 'limited', 'ending'].includes(healthOf(account, new Date()))
  const labelOf = (action: string) =>
    t('accounts_screen.labelled', { action, name: isolateWords(account.account_name) })
  function startTest() {
    setResult(undefined)
    testing.run(async () => setResult(await test(account.id)))
  }
  return (
    <>
      <ButtonRow>
        {mayManage && isTestable && (
          <Button
            variant="default"
            loading={testing.isBusy}
            aria-label={labelOf(t('accounts_screen.test'))}
            onClick={startTest}
          >
            {t('accounts_screen.test')}
          </Button>
        )}
        {mayManage && onReconnect && (
          <Button
            variant={needsReconnecting ? 'filled' : 'default'}
            aria-label={labelOf(t('accounts_screen.reconnect'))}
            onClick={onReconnect}
          >
            {t('accounts_screen.reconnect')}
          </Button>
        )}
        {mayPublish && (
          <Button
            variant="default"
            aria-label={labelOf(t('accounts_screen.timetable.open'))}
            onClick={() => setParams({ timetable: account.id }, { replace: true })}
          >
            {t('accounts_screen.timetable.open')}
          </Button>
        )}
        {mayManage && (
          <Button
            variant="default"
            aria-label={labelOf(t('accounts_screen.disconnect'))}
            onClick={() => setAsking(true)}
          >
            {t('accounts_screen.disconnect')}
          </Button>
        )}
      </ButtonRow>
      <div role="status">{result?.works && <Hint>{t('accounts_screen.works')}</Hint>}</div>
      {result && !result.works && <Notice kind="error" title={t('accounts_screen.worksNot')} />}
      {result?.sentence && <StoredWords platform={account.platform}>{result.sentence}</StoredWords>}
      {testing.failure && <Notice kind="error">{testing.failure}</Notice>}
      <DisconnectDialog account={account} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  )
}
