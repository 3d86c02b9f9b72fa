import { type FormEvent, useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Choices } from '#admin/kit/form/choices.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { SocialPlatform } from '#features/social/accounts/contract.ts'
import { platformNames } from '#features/social/contract.ts'
import { useAccountActions, useAvailablePlatforms } from './use-accounts.ts'

interface ManagedDialogProps {
  opened: boolean
  /** The platforms that are managed now. */
  managed: readonly SocialPlatform[]
  onClose: () => void
}

/** Which platforms the team uses. */
export function ManagedDialog({ opened, managed, onClose }: ManagedDialogProps) {
  const { t } = useTexts()
  const available = useAvailablePlatforms({ enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('accounts_screen.manage.title')}>
      {opened && available.isPending && <LoadingLines />}
      {opened && available.isError && !available.data && (
        <LoadFailure query={available} describe={(reason) => t('accounts_screen.failed', { reason })} />
      )}
      {opened && available.data && (
        <ManagedForm available={available.data} managed={managed} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface ManagedFormProps extends Omit<ManagedDialogProps, 'opened'> {
  available: readonly SocialPlatform[]
}

function ManagedForm({ available, managed, onClose }: ManagedFormProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { manage } = useAccountActions()
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  const [chosen, setChosen] = useState(() => managed.map(({ id }) => id))
  const values = [...new Set([...available, ...managed].map(({ id }) => id))]
  const failed = t('accounts_screen.manage.failed')
  function save(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await manage(chosen)
      toasts.show('success', t('accounts_screen.manage.saved'))
      onClose()
    })
  }
  return (
    <StackedForm onSubmit={save}>
      <Hint>{t('accounts_screen.manage.text')}</Hint>
      <Choices
        legend={t('accounts_screen.manage.legend')}
        values={values}
        chosen={chosen}
        label={(id) => platformNames[id]}
        onChange={setChosen}
      />
      {failure && (
        <Notice kind="error" title={failed}>
          {failure !== failed && failure}
        </Notice>
      )}
      <DialogActions
        confirm={t('accounts_screen.manage.save')}
        cancel={t('accounts_screen.cancel')}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </StackedForm>
  )
}
