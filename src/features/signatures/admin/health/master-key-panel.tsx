import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useMasterKey, useSignatureActions } from '#features/signatures/admin/use-signatures.ts'
import type { MasterKeyState } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

/** The master key: its epoch, whether it can be read, and a button to begin another epoch. */
export function MasterKeyPanel() {
  const { t } = useTexts()
  const query = useMasterKey()
  const canRotate = useCan(signaturePermissions.rotateMasterKey)
  const actions = useSignatureActions()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction({ onSettled: () => setAsking(false) })
  return (
    <Panel
      title={t('screens.masterKey')}
      aside={
        canRotate &&
        query.data?.fixed === false && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('signatures.masterKey.rotate')}
          </Button>
        )
      }
    >
      <Hint>{t('signatures.masterKey.text')}</Hint>
      {query.isPending && <LoadingBlock height={140} />}
      {query.isError && !query.data && <LoadFailure query={query} title={t('signatures.masterKey.failed')} />}
      {query.data && <MasterKey masterKey={query.data} />}
      <ConfirmDialog
        opened={isAsking}
        title={t('signatures.masterKey.askTitle')}
        confirm={t('signatures.masterKey.rotate')}
        cancel={t('signatures.cancel')}
        isBusy={isBusy}
        onConfirm={() => run(actions.rotateMasterKey, t('signatures.masterKey.done'))}
        onClose={() => setAsking(false)}
      >
        {t('signatures.masterKey.askText')}
      </ConfirmDialog>
    </Panel>
  )
}

function MasterKey({ masterKey }: { masterKey: MasterKeyState }) {
  const { t, format } = useTexts()
  const { epoch, created_at, fixed, epochs, is_readable } = masterKey
  const facts = [
    {
      name: t('signatures.masterKey.state'),
      value: (
        <State symbol={is_readable ? 'done' : 'attention'} isError={!is_readable}>
          {t(is_readable ? 'signatures.masterKey.readable' : 'signatures.masterKey.unreadable')}
        </State>
      ),
    },
    { name: t('signatures.masterKey.epoch'), value: format.number(epoch) },
    { name: t('signatures.masterKey.since'), value: format.dateTime(created_at) },
    { name: t('signatures.masterKey.epochs'), value: format.number(epochs) },
    {
      name: t('signatures.masterKey.place'),
      value: t(fixed ? 'signatures.masterKey.environment' : 'signatures.masterKey.database'),
    },
  ]
  return (
    <>
      {!is_readable && (
        <Notice kind="error" title={t('signatures.masterKey.unreadableTitle')}>
          {t('signatures.masterKey.unreadableText')}
        </Notice>
      )}
      <Facts facts={facts} />
      <Hint>{t(fixed ? 'signatures.masterKey.backupFixed' : 'signatures.masterKey.backup')}</Hint>
    </>
  )
}
