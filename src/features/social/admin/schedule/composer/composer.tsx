import { Button } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notices } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { platformNames } from '#features/social/contract.ts'
import { AccountChips } from './account-chips.tsx'
import { AccountTexts } from './account-texts.tsx'
import styles from './composer.module.css'
import { refusedSentences } from './faults.ts'
import { FileFields } from './file-fields.tsx'
import { SendingQuestion } from './questions.tsx'
import { TimeFields } from './time-fields.tsx'
import type { Composing } from './use-composer.ts'

interface ComposerProps {
  composer: Composing
  accounts: readonly SocialAccount[]
  /** Gives up the change of a post. */
  onStop: () => void
  /** Reads the newest version of the post that is changed. */
  onReload: () => void
}

/** The id of the heading above it, which other parts of the screen lead to. */
export const composerId = 'publicacion'

const addressParams = ['post', 'copy'] as const

/** The form in which posts are written. */
export function Composer({ composer, accounts, onStop, onReload }: ComposerProps) {
  const { t } = useTexts()
  const { composition, change, showsGaps, post } = composer
  const form = useRef<HTMLDivElement>(null)
  useFaultFocus(form, composer.attempt)
  return (
    <div ref={form} className={styles.form}>
      <LeaveGuard
        isDirty={composer.isDirty && !composer.isDone}
        title={t('composer.leaveTitle')}
        text={t('composer.leaveText')}
        params={addressParams}
      />
      <ComposerNotices composer={composer} onReload={onReload} />
      <AccountChips
        accounts={accounts}
        chosen={composition.account_ids}
        isFixed={post !== undefined}
        error={showsGaps && composer.chosen.length === 0 ? t('composer.accounts.required') : undefined}
        onChange={(account_ids) => change((before) => ({ ...before, account_ids }))}
      />
      <AccountTexts composer={composer} />
      <FileFields composer={composer} />
      <TimeFields composer={composer} />
      <div className={styles.actions}>
        <ButtonRow>
          <Button loading={composer.isBusy} onClick={composer.schedule}>
            {t(post ? 'composer.save' : 'composer.schedule')}
          </Button>
          <Button variant="default" disabled={composer.isBusy} onClick={composer.publishNow}>
            {t('composer.now.open')}
          </Button>
          {post && (
            <Button variant="default" onClick={onStop}>
              {t('composer.stop')}
            </Button>
          )}
        </ButtonRow>
        <WrittenState composer={composer} />
      </div>
      {showsGaps && !composer.isComplete && (
        <Hint isError role="alert">
          {t(composer.isUploading ? 'composer.files.wait' : 'composer.toMend')}
        </Hint>
      )}
      <SendingQuestion composer={composer} />
    </div>
  )
}

/** Leads to what is to be mended first, after each attempt to go on without it. */
function useFaultFocus(form: RefObject<HTMLElement | null>, attempt: number): void {
  useEffect(() => {
    if (attempt === 0) return
    const selector = ':is(input, textarea)[aria-invalid="true"], [aria-invalid="true"] input'
    const field = form.current?.querySelector<HTMLElement>(selector)
    // In the middle: the header of the page covers what is at its top.
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [attempt, form])
}

function ComposerNotices({ composer, onReload }: { composer: Composing; onReload: () => void }) {
  const { t } = useTexts()
  // In the order in which they were sent.
  const names = composer.composition.account_ids.map((id) => {
    const account = composer.chosen.find((one) => one.id === id)
    return account ? `${platformNames[account.platform]} (${isolateWords(account.account_name)})` : ''
  })
  const sentences = refusedSentences(composer.refused, names)
  if (!composer.isStale && sentences.length === 0) return null
  return (
    <Notices>
      {composer.isStale && (
        <Notice
          kind="error"
          title={t('composer.staleTitle')}
          actions={
            <Button variant="default" onClick={onReload}>
              {t('composer.staleReload')}
            </Button>
          }
        >
          {t('composer.staleText')}
        </Notice>
      )}
      {sentences.map((sentence) => (
        <Notice key={sentence} kind="error">
          {sentence}
        </Notice>
      ))}
    </Notices>
  )
}

/** Whether what is written is kept. */
function WrittenState({ composer }: { composer: Composing }) {
  const { t, format } = useTexts()
  const { draft, post, isDirty } = composer
  if (post) return isDirty ? <Hint>{t('composer.unsaved')}</Hint> : null
  if (draft.kind === 'none') return null
  return (
    <Hint role="status" isError={draft.kind === 'failed'}>
      {draft.kind === 'saved'
        ? t('composer.drafts.saved', { time: format.time(draft.at) })
        : t(draft.kind === 'saving' ? 'composer.drafts.saving' : 'composer.drafts.failed')}
    </Hint>
  )
}
