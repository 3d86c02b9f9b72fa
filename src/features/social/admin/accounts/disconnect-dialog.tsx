import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { QuestionDialog } from '#features/social/admin/parts/question-dialog.tsx'
import { platformNames } from '#features/social/contract.ts'
import { accessEnds } from './access-ends.ts'
import { useAccountActions } from './use-accounts.ts'

interface DisconnectDialogProps {
  account: SocialAccount
  opened: boolean
  onClose: () => void
}

/** The question before an account is disconnected. */
export function DisconnectDialog({ account, opened, onClose }: DisconnectDialogProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { disconnect } = useAccountActions()
  const platform = platformNames[account.platform]
  const name = isolateWords(account.account_name)
  async function carryOut() {
    const { is_revoked } = await disconnect(account.id)
    if (is_revoked === false)
      toasts.show('error', t('accounts_screen.disconnecting.notRevoked', { platform }))
    else toasts.show('success', t('accounts_screen.disconnecting.done'))
  }
  return (
    <QuestionDialog
      opened={opened}
      title={t('accounts_screen.disconnecting.title', { platform })}
      confirm={t('accounts_screen.disconnect')}
      failed={t('accounts_screen.disconnecting.failed')}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>{t(`accounts_screen.disconnecting.access.${accessEnds[account.platform]}`, { name, platform })}</p>
      <p>{t('accounts_screen.disconnecting.text')}</p>
    </QuestionDialog>
  )
}
