import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type FactorAdded, type SecondFactor, TotpStart } from '#features/accounts/second-factor/contract.ts'
import styles from './second-factor.module.css'
import { TotpDialog } from './totp-dialog.tsx'
import { useFactorChanges } from './use-second-factor.ts'

interface TotpPartProps {
  totp: SecondFactor['totp']
  /** Whether there is no other factor. */
  isLast: boolean
  onAdded: (added: FactorAdded) => void
}

/** The authenticator app of the user. */
export function TotpPart({ totp, isLast, onAdded }: TotpPartProps) {
  const { t, format } = useTexts()
  const api = useApi()
  const [start, setStart] = useState<TotpStart>()
  const [isAsking, setAsking] = useState(false)
  const { reload } = useFactorChanges()
  const starting = useAction()
  const removing = useAction({
    onSettled: () => {
      setAsking(false)
      return reload()
    },
  })

  return (
    <section className={styles.part}>
      <h3>{t('secondFactor.app.title')}</h3>
      {totp ? (
        <>
          <Meta>
            <span>{t('secondFactor.app.added', { date: format.dateTime(totp.added_at) })}</span>
          </Meta>
          {!totp.is_readable && <Notice kind="warning">{t('secondFactor.app.unreadable')}</Notice>}
          <div>
            <Button variant="default" size="sm" onClick={() => setAsking(true)}>
              {t('secondFactor.app.remove')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Hint>{t('secondFactor.app.none')}</Hint>
          <div>
            <Button
              variant="default"
              loading={starting.isBusy}
              onClick={() =>
                starting.run(async () => {
                  setStart(await api.send('POST', '/api/auth/second-factor/totp', TotpStart))
                })
              }
            >
              {t('secondFactor.app.add')}
            </Button>
          </div>
        </>
      )}
      {start && (
        <TotpDialog
          start={start}
          onClose={() => setStart(undefined)}
          onAdded={(added) => {
            setStart(undefined)
            onAdded(added)
          }}
        />
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t('secondFactor.app.removeTitle')}
        confirm={t('secondFactor.app.remove')}
        cancel={t('secondFactor.cancel')}
        focus="cancel"
        isBusy={removing.isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          removing.run(
            () => api.command('DELETE', '/api/auth/second-factor/totp'),
            t('secondFactor.app.removed'),
          )
        }
      >
        {t('secondFactor.app.removeText')} {isLast && t('secondFactor.removeLast')}
      </ConfirmDialog>
    </section>
  )
}
