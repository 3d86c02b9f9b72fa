import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import type { SignatureState as Name, SignatureSummary } from '#features/signatures/contract.ts'
import { Expiry } from './moment.tsx'
import { useSentTexts } from './use-sent-texts.ts'

const symbols: Record<Name, StateSymbol> = {
  sent: 'begun',
  opened: 'begun',
  started: 'changing',
  activated: 'done',
  expired: 'none',
  revoked: 'attention',
}

/** The state of a signature, and until when its link works. */
export function SignatureState({ signature }: { signature: Pick<SignatureSummary, 'state' | 'expires_at'> }) {
  const { t } = useSentTexts()
  const { state, expires_at } = signature
  const hasLink = state !== 'activated' && state !== 'revoked'
  return (
    <>
      <State symbol={symbols[state]} isError={state === 'revoked'}>
        {t(`signatures.states.${state}`)}
      </State>
      {hasLink && <Expiry at={expires_at} isOver={state === 'expired'} />}
    </>
  )
}
