import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { RecoveryCodes, type SecondFactor } from '#features/accounts/second-factor/contract.ts'
import styles from './second-factor.module.css'
import { useFactorChanges } from './use-second-factor.ts'

/** From how many on the user is warned that they run out. */
const few = 3

interface RecoveryCodePartProps {
  codes: SecondFactor['recovery_codes']
  onRenewed: (codes: string[]) => void
}

/** How many recovery codes the user has left, and a button for new ones. */
export function RecoveryCodePart({ codes, onRenewed }: RecoveryCodePartProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const [isAsking, setAsking] = useState(false)
  const { reload } = useFactorChanges()
  const { isBusy, run } = useAction({
    onSettled: () => {
      setAsking(false)
      return reload()
    },
  })

  function renew() {
    run(async () => {
      const { recovery_codes } = await api.send(
        'POST',
        '/api/auth/second-factor/recovery-codes',
        RecoveryCodes,
      )
      onRenewed(recovery_codes)
    })
  }

  return (
    <section className={styles.part}>
      <h3>{t('secondFactor.codes.title')}</h3>
      <Hint>{t(codes ? 'secondFactor.codes.text' : 'secondFactor.codes.none')}</Hint>
      {codes && (
        <>
          <Meta>
            <b>{t('secondFactor.codes.left', { count: codes.left })}</b>
            <span>{t('secondFactor.codes.created', { date: format.dateTime(codes.created_at) })}</span>
          </Meta>
          {codes.left <= few && (
            <Notice kind="warning">
              {t(codes.left === 0 ? 'secondFactor.codes.gone' : 'secondFactor.codes.few')}
            </Notice>
          )}
          <div>
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              {t('secondFactor.codes.renew')}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('secondFactor.codes.renewTitle')}
        confirm={t('secondFactor.codes.renew')}
        cancel={t('secondFactor.cancel')}
        focus="cancel"
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={renew}
      >
        {t('secondFactor.codes.renewText')}
      </ConfirmDialog>
    </section>
  )
}
