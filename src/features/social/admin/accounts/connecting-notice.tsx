import { Button } from '@mantine/core'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { StoredWords } from '#features/social/admin/parts/stored-words.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { ConnectingState } from './connecting.ts'
import { describeConnecting } from './describe-connecting.ts'

interface ConnectingNoticeProps {
  state: ConnectingState
  /** Waits no more, or puts the message away. */
  onStop: () => void
  onAgain: () => void
}

/** How far the connecting of an account is, and what the person can do. */
export function ConnectingNotice(props: ConnectingNoticeProps) {
  const { state } = props
  const { t } = useTexts()
  if (state.step === 'none') return null
  const { kind, title, text } = describeConnecting(state, t)
  const notice = (
    <Notice kind={kind} title={title} actions={<ConnectingActions {...props} />}>
      {text}
    </Notice>
  )
  return (
    <>
      {kind === 'plain' ? <div role="status">{notice}</div> : notice}
      {'sentence' in state && state.sentence && (
        <StoredWords platform={state.platform}>{state.sentence}</StoredWords>
      )}
    </>
  )
}

function ConnectingActions({ state, onStop, onAgain }: ConnectingNoticeProps) {
  const { t } = useTexts()
  const { step } = state
  const isWaiting = step === 'opening' || step === 'waiting' || step === 'closed' || step === 'blocked'
  const canBeginAgain = step !== 'opening' && step !== 'waiting' && step !== 'blocked' && step !== 'connected'
  return (
    <>
      {state.step === 'blocked' && (
        <OutwardLink to={state.url}>
          {t('accounts_screen.connecting.openPage', { platform: platformNames[state.platform] })}
        </OutwardLink>
      )}
      {canBeginAgain && (
        <Button variant="default" onClick={onAgain}>
          {t('accounts_screen.connecting.again')}
        </Button>
      )}
      <Button variant="default" onClick={onStop}>
        {isWaiting ? t('accounts_screen.connecting.stop') : t('close')}
      </Button>
    </>
  )
}
