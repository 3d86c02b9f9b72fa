import type { ReactNode } from 'react'
import type { LedgerAnchor } from '#features/ledger/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { formatNumber, formatTime } from './check-texts.ts'

interface FoundAnchorProps {
  anchor: LedgerAnchor
  language: Language
  t: Translate
}

/** An anchor as this site tells of it, with what a person needs to look it up elsewhere. */
export function FoundAnchor({ anchor, language, t }: FoundAnchorProps) {
  const { chain, size, transaction, block } = anchor
  const hash = <code dir="ltr">{transaction.hash}</code>
  return (
    <div className="found">
      <h4>{t('ledger:anchors.row', { size: formatNumber(size, language) })}</h4>
      <dl>
        <Row name={t('ledger:anchors.chain')}>
          <bdi>{chain}</bdi>
        </Row>
        <Row name={t('ledger:anchors.transaction')}>
          {transaction.url ? (
            <a href={transaction.url} target="_blank" rel="noopener">
              {hash}
            </a>
          ) : (
            hash
          )}
        </Row>
        <Row name={t('ledger:anchors.block')}>{formatNumber(block.number, language)}</Row>
        <Row name={t('ledger-check:anchor.block_hash')}>
          <code dir="ltr">{block.hash}</code>
        </Row>
        <Row name={t('ledger:anchors.at')}>
          <time dateTime={block.at}>{formatTime(new Date(block.at), language)}</time>
        </Row>
      </dl>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
