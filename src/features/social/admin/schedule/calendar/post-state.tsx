import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { PostStage, PostStatus } from '#features/social/posts/contract.ts'

type ShownState = PostStatus | 'by_hand'

export const stateSymbols: Readonly<Record<ShownState, StateSymbol>> = {
  scheduled: 'begun',
  publishing: 'changing',
  published: 'done',
  failed: 'attention',
  by_hand: 'attention',
}

/** The state of a post as it is shown: one that waits for a person to publish it has one of its own. */
export const shownStateOf = ({ status, stage }: { status: PostStatus; stage: PostStage }): ShownState =>
  status === 'publishing' && stage === 'handed_over' ? 'by_hand' : status

/** The state of a post in words after its symbol. */
export function PostState({ post }: { post: { status: PostStatus; stage: PostStage } }) {
  const { t } = useTexts()
  const state = shownStateOf(post)
  return (
    <State symbol={stateSymbols[state]} isError={state === 'failed'}>
      {t(`calendar.statuses.${state}`)}
    </State>
  )
}
