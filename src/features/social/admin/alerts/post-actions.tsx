import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { QuestionDialog } from '#features/social/admin/parts/question-dialog.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { type NextStep, nextStepOf } from './next-step.ts'
import { isHandedOver } from './post-state.tsx'
import { PublishedDialog } from './published-dialog.tsx'
import { usePostActions } from './use-posts.ts'

interface PostActionsProps {
  post: SocialPost
  /** After the post is gone. */
  onWithdrawn?: () => void
}

type Question = 'retry' | 'look' | 'absent' | 'published' | 'withdraw'

/** What can be done about a post that waits for a person; what helps most stands out. */
export function PostActions({ post, onWithdrawn }: PostActionsProps) {
  const [asked, setAsked] = useState<Question>()
  if (post.status !== 'failed' && !isHandedOver(post)) return null
  return (
    <>
      <PostButtons post={post} onAsk={setAsked} />
      <PostQuestions
        post={post}
        asked={asked}
        onClose={() => setAsked(undefined)}
        {...(onWithdrawn && { onWithdrawn })}
      />
    </>
  )
}

function PostButtons({ post, onAsk }: { post: SocialPost; onAsk: (question: Question) => void }) {
  const { t } = useTexts()
  const isFailed = post.status === 'failed'
  // Until somebody has said whether it is out, it can neither be changed nor withdrawn.
  const isUnknown = post.fault === 'unknown'
  const next = nextStepOf(post.fault)
  const variantOf = (step: NextStep) => (isFailed && step === next ? 'filled' : 'default')
  const retry = (
    <Button variant={variantOf('retry')} onClick={() => onAsk('retry')}>
      {t('alerts.retry')}
    </Button>
  )
  return (
    <ButtonRow>
      {isFailed && next === 'reconnect' && (
        <Button component={Link} to="/admin/social/cuentas" variant="filled">
          {t('accounts_screen.reconnect')}
        </Button>
      )}
      {isFailed && !isUnknown && next !== 'edit' && retry}
      {isFailed && !isUnknown && (
        <Button component={Link} to={`/admin/social?post=${post.id}`} variant={variantOf('edit')}>
          {t('alerts.edit')}
        </Button>
      )}
      {isFailed && !isUnknown && next === 'edit' && retry}
      {isFailed && (
        <Button variant={variantOf('published')} onClick={() => onAsk('published')}>
          {t('alerts.published.open')}
        </Button>
      )}
      {isUnknown && (
        <>
          <Button variant="default" onClick={() => onAsk('absent')}>
            {t('alerts.absent.open')}
          </Button>
          <Button variant="default" onClick={() => onAsk('look')}>
            {t('alerts.looking.open')}
          </Button>
        </>
      )}
      <Button component={Link} to={`/admin/social?copy=${post.id}`} variant="default">
        {t('alerts.duplicate')}
      </Button>
      {!isUnknown && (
        <Button variant="default" onClick={() => onAsk('withdraw')}>
          {t('alerts.withdraw.open')}
        </Button>
      )}
    </ButtonRow>
  )
}

interface PostQuestionsProps extends PostActionsProps {
  asked: Question | undefined
  onClose: () => void
}

/** The dialogs before something is done about a post. */
function PostQuestions({ post, asked, onClose, onWithdrawn }: PostQuestionsProps) {
  const { t } = useTexts()
  const { retry, withdraw } = usePostActions()
  const platform = platformNames[post.platform]
  const close = { onClose }
  return (
    <>
      <QuestionDialog
        opened={asked === 'retry'}
        title={t('alerts.retrying.title')}
        confirm={t('alerts.retry')}
        done={t('alerts.retrying.done')}
        onConfirm={() => retry(post.id)}
        {...close}
      >
        <p>{t('alerts.retrying.text')}</p>
      </QuestionDialog>
      <QuestionDialog
        opened={asked === 'look'}
        title={t('alerts.looking.title')}
        confirm={t('alerts.looking.open')}
        done={t('alerts.looking.done')}
        onConfirm={() => retry(post.id)}
        {...close}
      >
        <p>{t('alerts.looking.text', { platform })}</p>
      </QuestionDialog>
      <QuestionDialog
        opened={asked === 'absent'}
        title={t('alerts.absent.title')}
        confirm={t('alerts.absent.open')}
        done={t('alerts.absent.done')}
        onConfirm={() => retry(post.id, { isAbsent: true })}
        {...close}
      >
        <p>{t('alerts.absent.text', { platform })}</p>
      </QuestionDialog>
      <QuestionDialog
        opened={asked === 'withdraw'}
        title={t('alerts.withdraw.title')}
        confirm={t('alerts.withdraw.open')}
        done={t('alerts.withdraw.done')}
        onConfirm={async () => {
          await withdraw(post.id)
          onWithdrawn?.()
        }}
        {...close}
      >
        <p>{t('alerts.withdraw.text', { platform })}</p>
      </QuestionDialog>
      <PublishedDialog post={asked === 'published' ? post : undefined} {...close} />
    </>
  )
}
