import { Button } from '@mantine/core'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import type { PendingEmail } from '#features/accounts/profile/contract.ts'
import { useProfileData } from './use-profile-data.ts'

const path = '/api/auth/email/pending'

/** The address that is not confirmed yet: its link can be sent again, and it can be forgotten. */
export function PendingAddress({ pending }: { pending: PendingEmail }) {
  const { t, format } = useTexts()
  const api = useApi()
  const takeOver = useProfileData()
  const sending = useAction()
  const forgetting = useAction()
  const { email, sent_at, expires_at } = pending
  const isOver = Date.parse(expires_at) <= Date.now()
  const date = format.dateTime(sent_at)

  const sendAgain = () =>
    sending.run(
      async () => takeOver(await api.send('POST', path, Profile)),
      t('profile.emailSent', { email }),
    )
  const forget = () =>
    forgetting.run(async () => {
      await api.command('DELETE', path)
      takeOver(await api.get('/api/auth/profile', Profile))
    }, t('profile.pendingForgotten'))

  return (
    <Notice
      title={t('profile.pendingTitle', { email })}
      actions={
        <>
          <Button variant="default" loading={sending.isBusy} disabled={forgetting.isBusy} onClick={sendAgain}>
            {t('profile.pendingAgain')}
          </Button>
          <Button variant="default" loading={forgetting.isBusy} disabled={sending.isBusy} onClick={forget}>
            {t('profile.pendingForget')}
          </Button>
        </>
      }
    >
      {t(isOver ? 'profile.pendingOver' : 'profile.pendingText', { date })}
    </Notice>
  )
}
