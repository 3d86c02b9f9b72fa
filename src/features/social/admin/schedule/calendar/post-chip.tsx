import { memo } from 'react'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { CalendarPost } from '#features/social/posts/contract.ts'
import styles from './calendar.module.css'
import { shownStateOf, stateSymbols } from './post-state.tsx'
import type { Marks } from './use-marks.ts'
import type { Moving } from './use-moving.ts'

interface PostChipProps {
  post: CalendarPost
  marks: Marks
  moving: Pick<Moving, 'keyDown' | 'pointerDown' | 'wasDragged'>
  isGrabbed: boolean
  hintId: string
  onOpen: (id: string) => void
}

/** A post in the calendar: its time, its state and how its text begins. It can be dragged, also with the keyboard. */
export const PostChip = memo(function PostChip(props: PostChipProps) {
  const { post, marks, moving, isGrabbed, hintId, onOpen } = props
  const { t, format } = useTexts()
  const state = shownStateOf(post)
  const text = post.content.trim()
  const time = format.time(post.scheduled_at)
  const warnings = [
    ...(marks.conflicts.has(post.id) ? [t('calendar.conflict')] : []),
    ...(marks.similar.has(post.id) ? [t('calendar.similar')] : []),
  ]
  return (
    <button
      type="button"
      className={styles.chip}
      data-post={post.id}
      data-state={state}
      data-movable={post.status === 'scheduled' || undefined}
      data-grabbed={isGrabbed || undefined}
      aria-describedby={post.status === 'scheduled' ? hintId : undefined}
      title={[`${platformNames[post.platform]} · ${post.account_name}`, text, ...warnings].join('\n')}
      onKeyDown={(event) => moving.keyDown(post, event)}
      // Space is for taking and dropping; its click comes when the key is let go.
      onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
      onPointerDown={(event) => moving.pointerDown(post, event)}
      // A press of Enter has no pointer, so it ends no drag.
      onClick={({ detail }) => (detail === 0 || !moving.wasDragged()) && onOpen(post.id)}
    >
      <StateMark symbol={stateSymbols[state]} />
      <VisuallyHidden>{t(`calendar.statuses.${state}`)}</VisuallyHidden>
      <time dateTime={post.scheduled_at}>{time}</time>
      {warnings.length > 0 && (
        <>
          <span className={styles.warning} aria-hidden="true">
            !
          </span>
          <VisuallyHidden>{warnings.join('. ')}</VisuallyHidden>
        </>
      )}
      <small dir="auto">
        {platformNames[post.platform]} · <bdi>{post.account_name}</bdi>
      </small>
      <bdi>{text === '' ? t('calendar.noText') : text}</bdi>
      {isGrabbed && <VisuallyHidden>{t('calendar.grabbedAt', { time })}</VisuallyHidden>}
    </button>
  )
})
