import './texts.ts'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCan, useUser } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { windowStorage } from '#admin/kit/browser-storage.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useEditors } from '#features/accounts/admin/parts/use-editors.ts'
import { type Comment, type CommentQuery, commentLimit } from '#features/comments/contract.ts'
import { commentPermissions } from '#features/comments/permissions.ts'
import styles from './comments.module.css'
import { useCommentActions, useComments } from './use-comments.ts'

interface CommentPanelProps {
  contentKey: CommentQuery['key']
  language: CommentQuery['language']
}

/** What the team says to each other about a text: open comments, then the resolved ones. */
export function CommentPanel({ contentKey, language }: CommentPanelProps) {
  const text = { key: contentKey, language }
  const { t, format } = useTexts()
  const canWrite = useCan(commentPermissions.write)
  const comments = useComments(text)
  const open = comments.data?.filter(({ resolved_at }) => resolved_at === null) ?? []
  const resolved = comments.data?.filter(({ resolved_at }) => resolved_at !== null) ?? []
  return (
    <div className={styles.panel}>
      {comments.isPending && <LoadingLines />}
      {comments.isError && !comments.data && (
        <LoadFailure query={comments} describe={(reason) => t('comments.failed', { reason })} />
      )}
      {comments.data?.length === 0 && <Hint>{t('comments.none')}</Hint>}
      <CommentList comments={open} />
      {canWrite && comments.data && (
        <CommentForm key={`${contentKey} ${language}`} contentKey={contentKey} language={language} />
      )}
      {resolved.length > 0 && (
        <details>
          <summary>{t('comments.resolved', { number: format.number(resolved.length) })}</summary>
          <CommentList comments={resolved} />
        </details>
      )}
    </div>
  )
}

function CommentList({ comments }: { comments: readonly Comment[] }) {
  if (comments.length === 0) return null
  return (
    <ol className={styles.list}>
      {comments.map((comment) => (
        <CommentRow key={comment.id} comment={comment} />
      ))}
    </ol>
  )
}

function CommentRow({ comment }: { comment: Comment }) {
  const { t, format } = useTexts()
  const user = useUser()
  const canWrite = useCan(commentPermissions.write)
  const canDeleteAny = useCan(commentPermissions.deleteAny)
  const actions = useCommentActions()
  const [isDeleting, setDeleting] = useState(false)
  const { isBusy, run } = useAction({ onSettled: () => setDeleting(false) })
  const { id, body, author, asked, created_at, resolved_at } = comment
  const isResolved = resolved_at !== null
  return (
    <li id={`comment-${id}`}>
      <Detail>
        <bdi>{author?.name ?? t('comments.nobody')}</bdi> ·{' '}
        <time dateTime={created_at}>{format.dateTime(created_at)}</time>
      </Detail>
      <p className={styles.body} dir="auto">
        {body}
      </p>
      {asked && !isResolved && <State symbol="attention">{t('comments.asks', { name: asked.name })}</State>}
      {canWrite && (
        <ButtonRow>
          <Button
            variant="subtle"
            size="compact-md"
            disabled={isBusy}
            onClick={() =>
              run(
                () => actions.resolve(id, !isResolved),
                t(isResolved ? 'comments.reopened' : 'comments.done'),
              )
            }
          >
            {t(isResolved ? 'comments.reopen' : 'comments.resolve')}
          </Button>
          {(author?.id === user.id || canDeleteAny) && (
            <Button variant="subtle" size="compact-md" disabled={isBusy} onClick={() => setDeleting(true)}>
              {t('comments.delete')}
            </Button>
          )}
        </ButtonRow>
      )}
      <ConfirmDialog
        opened={isDeleting}
        title={t('comments.delete')}
        confirm={t('comments.deleteNow')}
        cancel={t('comments.keep')}
        focus="cancel"
        isBusy={isBusy}
        onConfirm={() => run(() => actions.remove(id), t('comments.deleted'))}
        onClose={() => setDeleting(false)}
      >
        {t('comments.deleteQuestion')}
      </ConfirmDialog>
    </li>
  )
}

/** Writes a comment. What is typed stays in this window until it is sent. */
function CommentForm({ contentKey, language }: CommentPanelProps) {
  const { t } = useTexts()
  const actions = useCommentActions()
  const editors = useEditors()
  const { id: ownId } = useUser()
  const place = `comment ${contentKey} ${language}`
  const [body, setBody] = useState(() => windowStorage.getItem(place) ?? '')
  const [asked, setAsked] = useState('')
  const { isBusy, failure, run } = useAction({ showsFailure: true })
  function type(next: string) {
    setBody(next)
    if (next === '') windowStorage.removeItem(place)
    else windowStorage.setItem(place, next)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    if (body.trim() === '') return
    run(async () => {
      await actions.add({ key: contentKey, language, body, asked_id: asked || null })
      type('')
      setAsked('')
    }, t('comments.sent'))
  }
  const others = (editors.data ?? []).toSorted((a, b) => Number(a.id === ownId) - Number(b.id === ownId))
  return (
    <StackedForm onSubmit={send}>
      <Textarea
        label={t('comments.write')}
        dir="auto"
        rows={3}
        maxLength={commentLimit}
        value={body}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <NativeSelect
        size="sm"
        label={t('comments.ask')}
        rightSection={<ChevronIcon />}
        value={asked}
        data={[
          { value: '', label: t('comments.askNobody') },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => setAsked(currentTarget.value)}
      />
      <Hint isError role="alert">
        {failure}
      </Hint>
      <ButtonRow>
        <Button type="submit" loading={isBusy} disabled={body.trim() === ''}>
          {t('comments.send')}
        </Button>
      </ButtonRow>
    </StackedForm>
  )
}
