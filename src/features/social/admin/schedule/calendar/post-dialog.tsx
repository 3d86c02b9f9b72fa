import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { useDateTime } from '#admin/kit/form/use-date-time.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { currentZone, formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { NeighbourNotes } from '#features/social/admin/schedule/composer/neighbour-notes.tsx'
import type { Neighbours } from '#features/social/admin/schedule/composer/neighbours.ts'
import { ClockNote } from '#features/social/admin/schedule/composer/time-fields.tsx'
import { usePost, usePostActions } from '#features/social/admin/schedule/use-posts.ts'
import { platformNames } from '#features/social/contract.ts'
import { socialPermissions } from '#features/social/permissions.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { wallTimeAt } from '#features/social/posts/model.ts'
import styles from './calendar.module.css'
import { PostState } from './post-state.tsx'

interface PostDialogProps {
  /** The post that is shown; undefined while none is. */
  id: string | undefined
  /** What is pointed out beside it. */
  neighbours: Neighbours
  onMove: (post: SocialPost, wallTime: string) => void
  /** Does what replaces the post that is being written. */
  leaveFor: (work: () => void) => void
  onClose: () => void
}

type Step = 'read' | 'move' | 'remove'

/** A post with what can be done about it: change, move, copy and withdraw. */
export function PostDialog({ id, neighbours, onMove, leaveFor, onClose }: PostDialogProps) {
  const { t } = useTexts()
  const [taken, setTaken] = useState<{ id: string | undefined; step: Step }>()
  // Each post begins at the beginning, however the one before it was closed.
  const step = taken?.id === id ? (taken?.step ?? 'read') : 'read'
  const setStep = (next: Step) => setTaken({ id, step: next })
  const close = () => {
    setTaken(undefined)
    onClose()
  }
  const query = usePost(id, { isFollowed: true })
  const titles: Record<Step, string> = {
    read: t('calendar.dialog.title'),
    move: t('calendar.moving.title'),
    remove: t('calendar.removing.title'),
  }
  return (
    <Dialog opened={id !== undefined} onClose={close} title={titles[step]} size="36rem">
      {query.isError && !query.data && <LoadFailure query={query} title={t('calendar.dialog.failed')} />}
      {!query.data && !query.isError && <LoadingLines />}
      {query.data && step === 'read' && (
        <PostDetails post={query.data} {...{ neighbours, leaveFor }} onStep={setStep} />
      )}
      {query.data && step === 'move' && (
        <MoveForm post={query.data} onMove={onMove} onBack={() => setStep('read')} onClose={close} />
      )}
      {query.data && step === 'remove' && (
        <RemoveQuestion post={query.data} onBack={() => setStep('read')} onClose={close} />
      )}
    </Dialog>
  )
}

interface PostDetailsProps extends Pick<PostDialogProps, 'neighbours' | 'leaveFor'> {
  post: SocialPost
  onStep: (step: Step) => void
}

function PostDetails({ post, neighbours, ...actions }: PostDetailsProps) {
  const { t, language, format } = useTexts()
  return (
    <Stack>
      <Facts
        layout="ruled"
        facts={[
          { name: t('calendar.dialog.when'), value: formatMoment(post.scheduled_at, language) },
          {
            name: t('calendar.dialog.account'),
            value: (
              <>
                {platformNames[post.platform]} · <bdi>{post.account_name}</bdi>
              </>
            ),
          },
          { name: t('calendar.dialog.status'), value: <PostState post={post} /> },
          ...(post.media.length > 0
            ? [{ name: t('calendar.dialog.files'), value: format.number(post.media.length) }]
            : []),
        ]}
      />
      {post.title !== '' && (
        <p className={styles.postTitle} dir="auto">
          {post.title}
        </p>
      )}
      <p className={styles.postText} dir="auto">
        {post.content || t('calendar.noText')}
      </p>
      <NeighbourNotes neighbours={neighbours} />
      {post.published_url && !post.removed_at && (
        <OutwardLink to={post.published_url}>
          {t('calendar.dialog.open', { platform: platformNames[post.platform] })}
        </OutwardLink>
      )}
      <PostButtons post={post} {...actions} />
    </Stack>
  )
}

function PostButtons({ post, leaveFor, onStep }: Omit<PostDetailsProps, 'neighbours'>) {
  const { t } = useTexts()
  const [params, setParams] = useSearchParams()
  const mayWrite = useCan(socialPermissions.publish)
  const isWaiting = post.status === 'scheduled'
  /** Opens the composer above the calendar, which stays as it is. */
  const compose = (what: 'post' | 'copy') => {
    const next = new URLSearchParams(params)
    next.delete('open')
    // The question that may come is not asked below this dialog.
    setParams(next, { preventScrollReset: true, replace: true })
    leaveFor(() => {
      const composing = new URLSearchParams(next)
      composing.delete('post')
      composing.delete('copy')
      composing.set(what, post.id)
      setParams(composing)
      window.scrollTo(0, 0)
    })
  }
  return (
    <ButtonRow>
      {mayWrite && (isWaiting || post.status === 'failed') && (
        <Button onClick={() => compose('post')}>{t('calendar.dialog.edit')}</Button>
      )}
      {mayWrite && isWaiting && (
        <Button variant="default" onClick={() => onStep('move')}>
          {t('calendar.dialog.move')}
        </Button>
      )}
      {mayWrite && (
        <Button variant="default" onClick={() => compose('copy')}>
          {t('calendar.dialog.copy')}
        </Button>
      )}
      <Button variant="default" component={Link} to={`/admin/social/posts/${post.id}`}>
        {t('calendar.dialog.history')}
      </Button>
      {mayWrite && (isWaiting || post.status === 'failed') && (
        <Button variant="subtle" onClick={() => onStep('remove')}>
          {t('calendar.dialog.remove')}
        </Button>
      )}
    </ButtonRow>
  )
}

interface StepProps {
  post: SocialPost
  onBack: () => void
  onClose: () => void
}

function MoveForm({ post, onMove, onBack, onClose }: StepProps & Pick<PostDialogProps, 'onMove'>) {
  const { t } = useTexts()
  const { field, read } = useDateTime(wallTimeAt(new Date(post.scheduled_at), currentZone()))
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault()
        if (!read()) return
        onMove(post, field.value)
        onClose()
      }}
    >
      <DateTimeField {...field} />
      <ClockNote wallTime={field.value} />
      <DialogActions
        confirm={t('calendar.moving.confirm')}
        cancel={t('calendar.moving.cancel')}
        onCancel={onBack}
      />
    </StackedForm>
  )
}

function RemoveQuestion({ post, onBack, onClose }: StepProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const actions = usePostActions()
  const { isBusy, run } = useAction({ onSettled: onClose })
  return (
    <>
      <p>{t('calendar.removing.text')}</p>
      <DialogActions
        confirm={t('calendar.removing.confirm')}
        cancel={t('calendar.removing.cancel')}
        focus="cancel"
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await actions.remove(post.id)
            toasts.show('success', t('calendar.removing.done'))
          })
        }
        onCancel={onBack}
      />
    </>
  )
}
