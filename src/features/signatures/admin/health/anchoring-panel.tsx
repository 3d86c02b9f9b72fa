import { Button } from '@mantine/core'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { type Fact, Facts } from '#admin/kit/layout/facts.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { AnchoringHealth, LedgerAnchor } from '#features/ledger/contract.ts'
import { ledgerPermissions } from '#features/ledger/permissions.ts'
import { formatCoins } from './coins.ts'
import { useAnchorNow, useLedgerHealth } from './use-ledger.ts'

/** Anchoring of the ledger in a public chain: how it goes, what it costs, what stops it, and how to set it up. */
export function AnchoringPanel() {
  const { t } = useTexts()
  const query = useLedgerHealth()
  const canAnchor = useCan(ledgerPermissions.anchor)
  const anchoring = query.data?.health.anchoring
  return (
    <Panel
      isWide
      title={t('signatures.anchoring.title')}
      aside={canAnchor && anchoring && <AnchorButton isPending={anchoring.pending !== null} />}
    >
      <Hint>{t('signatures.anchoring.text')}</Hint>
      {query.isPending && <LoadingBlock height={180} />}
      {query.isError && !query.data && <LoadFailure query={query} title={t('signatures.ledger.failed')} />}
      {query.data &&
        (anchoring ? (
          <Anchoring anchoring={anchoring} newest={query.data.ledger.anchor} />
        ) : (
          <NotSetUp newest={query.data.ledger.anchor} />
        ))}
    </Panel>
  )
}

function AnchorButton({ isPending }: { isPending: boolean }) {
  const { t } = useTexts()
  const anchorNow = useAnchorNow()
  const { isBusy, run } = useAction()
  return (
    <Button
      variant="default"
      loading={isBusy}
      disabled={isPending}
      onClick={() => run(anchorNow, t('signatures.anchoring.done'))}
    >
      {t('signatures.anchoring.now')}
    </Button>
  )
}

/** No chain is configured now; one may have been before. */
function NotSetUp({ newest }: { newest: LedgerAnchor | null }) {
  const { t } = useTexts()
  const facts: Fact[] = [
    {
      name: t('signatures.ledger.state'),
      value: <State symbol="none">{t(`signatures.anchoring.${newest ? 'ended' : 'off'}`)}</State>,
    },
    ...(newest ? [{ name: t('signatures.anchoring.newest'), value: <NewestAnchor anchor={newest} /> }] : []),
  ]
  return (
    <Stack>
      <Facts facts={facts} />
      {!newest && <Hint>{t('signatures.anchoring.offText')}</Hint>}
      <Hint>{t('signatures.anchoring.setUp')}</Hint>
    </Stack>
  )
}

interface AnchoringProps {
  anchoring: AnchoringHealth
  newest: LedgerAnchor | null
}

function Anchoring({ anchoring, newest }: AnchoringProps) {
  const { t, format, language } = useTexts()
  const { chain, chain_id, coin, sender, balance, spent, limit, pending, fault, fault_since } = anchoring
  const amount = (coins: string) => formatCoins(coins, coin, language)
  const spentOf = t('signatures.anchoring.spentOf', { spent: amount(spent), limit: amount(limit) })
  const state: Fact[] = [
    { name: t('signatures.ledger.state'), value: <Condition anchoring={anchoring} /> },
    {
      name: t('signatures.anchoring.chain'),
      value:
        chain_id === null ? (
          t('signatures.anchoring.unknown')
        ) : (
          <>
            <bdi>{chain}</bdi>
            <Detail>{t('signatures.anchoring.chainId', { id: String(chain_id) })}</Detail>
          </>
        ),
    },
    {
      name: t('signatures.anchoring.balance'),
      value: balance === null ? t('signatures.anchoring.unknown') : amount(balance),
    },
    {
      name: t('signatures.anchoring.spent'),
      value: (
        <Stack gap="small">
          <span>{spentOf}</span>
          <ProgressBar
            label={t('signatures.anchoring.spent')}
            value={Number(spent) / (Number(limit) || 1)}
            max={1}
            text={spentOf}
          />
        </Stack>
      ),
    },
  ]
  const anchors: Fact[] = [
    {
      name: t('signatures.anchoring.newest'),
      value: newest ? <NewestAnchor anchor={newest} /> : t('signatures.anchoring.none'),
    },
    ...(pending ? [{ name: t('signatures.anchoring.pending'), value: <Pending pending={pending} /> }] : []),
  ]
  return (
    <Stack>
      {fault && (
        <Notice
          kind={fault === 'limit_reached' ? 'warning' : 'error'}
          title={t(`signatures.anchoring.faults.${fault}.title`)}
        >
          {t(`signatures.anchoring.faults.${fault}.text`)}{' '}
          {fault_since && t('signatures.anchoring.since', { date: format.dateTime(fault_since) })}
        </Notice>
      )}
      <Columns>
        <Stack>
          <Facts facts={state} />
        </Stack>
        <Stack>
          <Facts facts={anchors} />
          <CopyField label={t('signatures.anchoring.account')} value={sender} />
        </Stack>
      </Columns>
    </Stack>
  )
}

function Condition({ anchoring: { chain_id, pending, fault } }: Pick<AnchoringProps, 'anchoring'>) {
  const { t } = useTexts()
  if (fault)
    return (
      <State symbol="attention" isError={fault !== 'limit_reached'}>
        {t('signatures.anchoring.stopped')}
      </State>
    )
  if (chain_id === null) return <State symbol="begun">{t('signatures.anchoring.beginning')}</State>
  return (
    <State symbol={pending ? 'changing' : 'done'}>
      {t(`signatures.anchoring.${pending ? 'sending' : 'running'}`)}
    </State>
  )
}

function NewestAnchor({ anchor: { size, chain, transaction, block } }: { anchor: LedgerAnchor }) {
  const { t, format } = useTexts()
  return (
    <>
      {format.dateTime(block.at)}
      <Detail>
        {t('signatures.anchoring.entries', { number: format.number(size) })} · <bdi>{chain}</bdi>
      </Detail>
      {transaction.url && (
        <OutwardLink to={transaction.url}>{t('signatures.anchoring.transaction')}</OutwardLink>
      )}
    </>
  )
}

function Pending({ pending }: { pending: NonNullable<AnchoringHealth['pending']> }) {
  const { t, format } = useTexts()
  const { size, since, confirmations, confirmations_wanted: wanted } = pending
  const progress = t('signatures.anchoring.confirmations', {
    number: format.number(Math.min(confirmations, wanted)),
    wanted: format.number(wanted),
  })
  return (
    <Stack gap="small">
      <span>{confirmations === 0 ? t('signatures.anchoring.noBlock') : progress}</span>
      <ProgressBar
        label={t('signatures.anchoring.pending')}
        value={confirmations}
        max={wanted}
        text={progress}
      />
      <Detail>
        {t('signatures.anchoring.entries', { number: format.number(size) })}
        {' · '}
        {t('signatures.anchoring.since', { date: format.dateTime(since) })}
      </Detail>
    </Stack>
  )
}
