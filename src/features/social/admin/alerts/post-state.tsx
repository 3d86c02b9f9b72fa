import { Hint } from '#admin/kit/layout/hint.tsx'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PlatformWords } from '#features/social/admin/parts/platform-words.tsx'
import { describeReason } from '#features/social/admin/parts/stored-reason.ts'
import type { PostFault, PostStatus, SocialPost } from '#features/social/posts/contract.ts'

type ShownState = PostStatus | 'handed_over' | 'removed'

const symbols: Record<ShownState, StateSymbol> = {
  ...{ scheduled: 'begun', publishing: 'changing', published: 'done' },
  ...{ failed: 'attention', handed_over: 'attention', removed: 'none' },
}

/** Whether a person is to publish a post by hand. */
export const isHandedOver = ({ status, stage }: Pick<SocialPost, 'status' | 'stage'>): boolean =>
  status === 'publishing' && stage === 'handed_over'

/** Where a post is on its way. */
export function PostState({ post }: { post: SocialPost }) {
  const { t } = useTexts()
  const state: ShownState = isHandedOver(post) ? 'handed_over' : post.removed_at ? 'removed' : post.status
  return (
    <State symbol={symbols[state]} isError={state === 'failed'}>
      {t(`alerts.states.${state}`)}
    </State>
  )
}

/** Faults that we find ourselves: their message is none of the platform. */
const ownFaults: readonly (PostFault | null)[] = ['limits', 'late']

/** Why a post was not published, in our words and in those of the platform. */
export function PostReason({ post: { fault, error_message, platform } }: { post: SocialPost }) {
  const { t, format } = useTexts()
  const own = error_message ? describeReason(error_message, t, format.number) : undefined
  return (
    <>
      {fault && <Hint isError>{t(`alerts.why.${fault}`)}</Hint>}
      {own && <Hint>{own}</Hint>}
      {error_message && !own && !ownFaults.includes(fault) && (
        <PlatformWords platform={platform}>{error_message}</PlatformWords>
      )}
    </>
  )
}
