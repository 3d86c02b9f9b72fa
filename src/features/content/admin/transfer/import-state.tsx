import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentImport, TransferState } from '#features/content/transfer/contract.ts'

const symbols: Record<ContentImport['state'], StateSymbol> = {
  ready: 'begun',
  waiting: 'changing',
  running: 'changing',
  done: 'done',
}

/** What became of an archive. */
export function ImportState({ state }: Pick<ContentImport, 'state'>) {
  const { t } = useTexts()
  return <State symbol={symbols[state]}>{t(`transfer.states.${state}`)}</State>
}

const changeSymbols: Record<TransferState, StateSymbol> = {
  new: 'begun',
  changed: 'changing',
  conflict: 'attention',
  same: 'none',
}

/** What an import would do to an item. */
export function ChangeState({ state }: { state: TransferState }) {
  const { t } = useTexts()
  return <State symbol={changeSymbols[state]}>{t(`transfer.changes.${state}`)}</State>
}
