import '#features/social/admin/texts.ts'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { currentZone } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { SocialHead } from '#features/social/admin/parts/social-head.tsx'
import { CalendarPanel, calendarId } from '#features/social/admin/schedule/calendar/calendar-panel.tsx'
import { AccountsFailure } from '#features/social/admin/schedule/composer/account-chips.tsx'
import { Composer, composerId } from '#features/social/admin/schedule/composer/composer.tsx'
import {
  Composition,
  compositionOf,
  emptyComposition,
} from '#features/social/admin/schedule/composer/composition.ts'
import { DraftList } from '#features/social/admin/schedule/composer/draft-list.tsx'
import { type Beginning, useComposer } from '#features/social/admin/schedule/composer/use-composer.ts'
import { InspirationPart } from '#features/social/admin/schedule/inspiration/inspiration-part.tsx'
import { PreviewPanel } from '#features/social/admin/schedule/preview/preview-panel.tsx'
import { socialPermissions } from '#features/social/permissions.ts'
import type { SocialDraft } from '#features/social/posts/contract.ts'
import { useAccounts, usePost } from './use-posts.ts'

/** Writing posts, and the calendar of those that are written. `?post=` changes one, `?copy=` writes another like it. */
export function ScheduleScreen() {
  const mayWrite = useCan(socialPermissions.publish)
  const [isDirty, setDirty] = useState(false)
  const [wanted, setWanted] = useState<() => void>()
  const { t } = useTexts()

  /** Does what replaces the post that is being changed, unless somebody keeps to it. */
  function leaveFor(work: () => void): void {
    if (isDirty) setWanted(() => work)
    else work()
  }

  return (
    <>
      <SocialHead
        aside={
          mayWrite && (
            <Button component="a" href={`#${calendarId}`} variant="default">
              {t('calendar.goTo')}
            </Button>
          )
        }
      />
      <Stack gap="large">
        {mayWrite && <WritingPart onDirty={setDirty} leaveFor={leaveFor} />}
        <CalendarPanel leaveFor={leaveFor} />
      </Stack>
      <ConfirmDialog
        opened={wanted !== undefined}
        title={t('composer.switchTitle')}
        confirm={t('composer.switchConfirm')}
        cancel={t('composer.switchCancel')}
        focus="cancel"
        onConfirm={() => {
          setDirty(false)
          wanted?.()
          setWanted(undefined)
        }}
        onClose={() => setWanted(undefined)}
      >
        {t('composer.switchText')}
      </ConfirmDialog>
    </>
  )
}

interface WritingPartProps {
  onDirty: (isDirty: boolean) => void
  leaveFor: (work: () => void) => void
}

/** Finds what is to be written with: the accounts, and the post that is changed or copied. */
function WritingPart({ onDirty, leaveFor }: WritingPartProps) {
  const [params, setParams] = useSearchParams()
  const [round, setRound] = useState(0)
  const [draft, setDraft] = useState<SocialDraft>()
  const changedId = params.get('post') ?? undefined
  const copiedId = changedId === undefined ? (params.get('copy') ?? undefined) : undefined
  const accounts = useAccounts()
  const source = usePost(changedId ?? copiedId, { isFollowed: false })
  const { t } = useTexts()

  function startOver(): void {
    setDraft(undefined)
    setRound(round + 1)
    setParams(withoutPost, { replace: true })
  }
  if (accounts.isError && !accounts.data) return <AccountsFailure query={accounts} />
  if (source.isError && !source.data)
    return <LoadFailure query={source} describe={(reason) => t('composer.failed', { reason })} />
  const isWaiting = changedId !== undefined || copiedId !== undefined ? !source.data : false
  if (!accounts.data || isWaiting) return <LoadingLines />

  const isFixed =
    changedId !== undefined && source.data?.status !== 'scheduled' && source.data?.status !== 'failed'
  const beginning: Beginning = draft
    ? { composition: readDraft(draft), draft }
    : source.data && !isFixed
      ? {
          composition: compositionOf(source.data, currentZone(), changedId === undefined),
          ...(changedId !== undefined && { post: source.data }),
        }
      : { composition: emptyComposition }
  return (
    <>
      {isFixed && <Notice>{t('composer.notEditable')}</Notice>}
      <Workspace
        key={[round, draft?.id, changedId, copiedId, source.dataUpdatedAt].join(' ')}
        accounts={accounts.data}
        beginning={beginning}
        onDirty={onDirty}
        onDone={startOver}
        onStop={() => leaveFor(startOver)}
        onReload={() => void source.refetch()}
        onRestore={(restored) =>
          leaveFor(() => {
            setParams(withoutPost, { replace: true })
            setDraft(restored)
          })
        }
      />
    </>
  )
}

/** An address that is about no post in particular. */
function withoutPost(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete('post')
  next.delete('copy')
  return next
}

function readDraft({ content }: SocialDraft): Composition {
  const read = Composition.safeParse(content)
  return read.success ? read.data : emptyComposition
}

interface WorkspaceProps {
  accounts: readonly SocialAccount[]
  beginning: Beginning
  onDirty: (isDirty: boolean) => void
  onDone: () => void
  onStop: () => void
  onReload: () => void
  onRestore: (draft: SocialDraft) => void
}

function Workspace({ accounts, beginning, onDirty, onDone, onStop, onReload, onRestore }: WorkspaceProps) {
  const { t } = useTexts()
  const composer = useComposer({ ...beginning, accounts, onDone })
  const isChangingPost = composer.post !== undefined
  useDirtiness(composer.isDirty && isChangingPost, onDirty)
  return (
    <>
      <Columns>
        <Panel
          title={t(isChangingPost ? 'composer.editTitle' : 'composer.title')}
          headingId={composerId}
          aside={!isChangingPost && <DraftList onRestore={onRestore} />}
        >
          <Composer {...{ composer, accounts, onStop, onReload }} />
        </Panel>
        <PreviewPanel composer={composer} />
      </Columns>
      <InspirationPart composer={composer} />
    </>
  )
}

/** Tells the screen whether something would be lost. */
function useDirtiness(isDirty: boolean, onDirty: (isDirty: boolean) => void): void {
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])
}
