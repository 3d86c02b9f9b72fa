import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { LedgerHealth, LedgerState } from '#features/ledger/contract.ts'
import { ledgerPermissions } from '#features/ledger/permissions.ts'
import styles from '#features/signatures/admin/signatures.module.css'
import { useLedgerHealth, useRotateLedgerKey } from './use-ledger.ts'

/** The ledger: whether it is whole, how long it is, what waits, its newest checkpoint, and a button to change its key. */
export function LedgerPanel() {
  const { t } = useTexts()
  const query = useLedgerHealth()
  const isFixed = query.data?.health.keys.some(({ is_fixed }) => is_fixed) ?? false
  return (
    <Panel title={t('screens.ledger')} aside={!isFixed && <RotateButton />}>
      <Hint>{t('signatures.ledger.text')}</Hint>
      {isFixed && <Hint>{t('signatures.ledger.fixed')}</Hint>}
      {query.isPending && <LoadingBlock height={180} />}
      {query.isError && !query.data && <LoadFailure query={query} title={t('signatures.ledger.failed')} />}
      {query.data && <Ledger {...query.data} />}
      <ButtonRow>
        <OutwardLink to="/ledger">{t('signatures.ledger.open')}</OutwardLink>
      </ButtonRow>
    </Panel>
  )
}

function RotateButton() {
  const { t } = useTexts()
  const canRotate = useCan(ledgerPermissions.rotateKeys)
  const rotate = useRotateLedgerKey()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction({ onSettled: () => setAsking(false) })
  if (!canRotate) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('signatures.ledger.rotate')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('signatures.ledger.askTitle')}
        confirm={t('signatures.ledger.rotate')}
        cancel={t('signatures.cancel')}
        isBusy={isBusy}
        onConfirm={() => run(rotate, t('signatures.ledger.done'))}
        onClose={() => setAsking(false)}
      >
        {t('signatures.ledger.askText')}
      </ConfirmDialog>
    </>
  )
}

interface LedgerProps {
  health: LedgerHealth
  ledger: LedgerState
}

function Ledger({ health, ledger: { root_hash } }: LedgerProps) {
  const { t, format } = useTexts()
  const { size, waiting, checkpoint_at, checked_at, broken_at, keys } = health
  const key = keys.find(({ retired_at }) => retired_at === null)
  const facts = [
    { name: t('signatures.ledger.state'), value: <Condition health={health} /> },
    { name: t('signatures.ledger.size'), value: format.number(size) },
    { name: t('signatures.ledger.waiting'), value: format.number(waiting) },
    {
      name: t('signatures.ledger.checkpoint'),
      value: checkpoint_at ? format.dateTime(checkpoint_at) : t('signatures.ledger.noCheckpoint'),
    },
    checked_at !== null && { name: t('signatures.ledger.checked'), value: format.dateTime(checked_at) },
    { name: t('signatures.ledger.root'), value: <Code>{root_hash}</Code> },
    key !== undefined && {
      name: t('signatures.ledger.key'),
      value: (
        <>
          <Code>{key.id}</Code>
          <Detail>{t('signatures.ledger.keySince', { date: format.date(key.created_at) })}</Detail>
        </>
      ),
    },
  ]
  return (
    <>
      {broken_at !== null && (
        <Notice kind="error" title={t('signatures.ledger.brokenTitle', { number: format.number(broken_at) })}>
          {t('signatures.ledger.brokenText')}
        </Notice>
      )}
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </>
  )
}

function Condition({ health: { broken_at, checked_at } }: { health: LedgerHealth }) {
  const { t } = useTexts()
  if (broken_at !== null)
    return (
      <State symbol="attention" isError>
        {t('signatures.ledger.broken')}
      </State>
    )
  return (
    <State symbol={checked_at ? 'done' : 'begun'}>
      {t(checked_at ? 'signatures.ledger.whole' : 'signatures.ledger.unchecked')}
    </State>
  )
}

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className={styles.address}>
      {children}
    </code>
  )
}
