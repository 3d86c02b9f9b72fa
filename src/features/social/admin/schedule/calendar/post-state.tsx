import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PostStatus, SocialPost } from '#features/social/posts/contract.ts'

type ShownState = PostStatus | 'by_hand' | 'removed'

export const stateSymbols: Readonly<Record<ShownState, StateSymbol>> = {
  scheduled: 'begun',
  publishing: 'changing',
  published: 'done',
  failed: 'attention',
  by_hand: 'attention',
  removed: 'none',
}

type Shown = Pick<SocialPost, 'status' | 'stage' | 'removed_at'>

/** The state of a post as it is shown: one that a person is to publish, or that was removed, has one of its own. */
export function shownStateOf({ status, stage, removed_at }: Shown): ShownState {
  if (removed_at !== null) return 'removed'
  return status === 'publishing' && stage === 'handed_over' ? 'by_hand' : status
}

/** The state of a post in words after its symbol. */
export function PostState({ post }: { post: Shown }) {
  const { t } = useTexts()
  const state = shownStateOf(post)
  return (
    <State symbol={stateSymbols[state]} isError={state === 'failed'}>
      {t(`calendar.statuses.${state}`)}
    </State>
  )
}
