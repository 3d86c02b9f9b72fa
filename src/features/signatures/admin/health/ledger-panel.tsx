import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { LedgerState } from '#features/ledger/contract.ts'
import styles from '#features/signatures/admin/signatures.module.css'
import { useLedger } from '#features/signatures/admin/use-signatures.ts'

/** The ledger: how long it is, its newest checkpoint, and whether a chain holds that too. */
export function LedgerPanel() {
  const { t } = useTexts()
  const query = useLedger()
  return (
    <Panel
      title={t('screens.ledger')}
      aside={<OutwardLink to="/ledger">{t('signatures.ledger.open')}</OutwardLink>}
    >
      <Hint>{t('signatures.ledger.text')}</Hint>
      {query.isPending && <LoadingBlock height={140} />}
      {query.isError && !query.data && <LoadFailure query={query} title={t('signatures.ledger.failed')} />}
      {query.data && <Ledger ledger={query.data} />}
    </Panel>
  )
}

function Ledger({ ledger: { size, checkpoint_at, root_hash, anchored } }: { ledger: LedgerState }) {
  const { t, format } = useTexts()
  const facts = [
    { name: t('signatures.ledger.size'), value: format.number(size) },
    {
      name: t('signatures.ledger.checkpoint'),
      value: checkpoint_at ? format.dateTime(checkpoint_at) : t('signatures.ledger.noCheckpoint'),
    },
    {
      name: t('signatures.ledger.root'),
      value: (
        <code dir="ltr" className={styles.address}>
          {root_hash}
        </code>
      ),
    },
    {
      name: t('signatures.ledger.chain'),
      value: (
        <State symbol={anchored ? 'done' : 'none'}>
          {t(anchored ? 'signatures.ledger.anchored' : 'signatures.ledger.notAnchored')}
        </State>
      ),
    },
  ]
  return (
    <>
      <Facts facts={facts} />
      {!anchored && <Hint>{t('signatures.ledger.notAnchoredText')}</Hint>}
    </>
  )
}
