import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { Release, ReleaseItem } from '#features/releases/contract.ts'
import { releasePermissions } from '#features/releases/permissions.ts'
import { PlanDialogs, type PlanStep } from './plan-dialogs.tsx'
import { PlanList, useTextName } from './plan-list.tsx'
import { addWaiting, isSamePlan } from './release-plan.ts'
import { TextGrid } from './text-grid.tsx'
import { useReleaseActions } from './use-releases.ts'

interface PlanEditorProps {
  entries: ContentEntry[]
  /** The release as it was read; none for one that is yet to be made. */
  release: Release | undefined
  /** Forgets what was changed here and begins with the newest. */
  onStartOver?: () => void
}

/** A release that is not live: its name, its texts, and what can be done with it. */
export function PlanEditor({ entries, release: current, onStartOver }: PlanEditorProps) {
  const { t, language } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const actions = useReleaseActions()
  const readOnly = !useCan(releasePermissions.edit)
  // What it was when it was opened or last saved here: the server compares with that.
  const [saved, setSaved] = useState(current)
  const [name, setName] = useState(current?.name ?? '')
  const [items, setItems] = useState<ReleaseItem[]>(() => (current ? plainItems(current) : []))
  const [missing, setMissing] = useState({ name: false, items: false })
  const [isStale, setStale] = useState(false)
  const [step, setStep] = useState<PlanStep>()
  const [isLeaving, setLeaving] = useState(false)
  const removing = useAction({ onError: () => setStep(undefined) })
  const saving = useAction({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) setStale(true)
    },
    onSettled: () => setStep(undefined),
  })
  const isBusy = saving.isBusy || removing.isBusy

  const isChanged = name !== (saved?.name ?? '') || !isSamePlan(items, saved ? plainItems(saved) : [])
  const status = current?.status ?? 'draft'

  function isComplete(): boolean {
    const lacks = { name: name.trim() === '', items: items.length === 0 }
    setMissing(lacks)
    return !lacks.name && !lacks.items
  }

  /** Saves what was changed; answers the release as it then is. */
  async function save(): Promise<Release> {
    if (saved && !isChanged) return saved
    const release = saved
      ? await actions.change(saved.id, { name, items, updated_at: saved.updated_at })
      : await actions.create({ name, items })
    setSaved(release)
    setName(release.name)
    return release
  }

  /** Does something, says so, and goes to the release if it was new. */
  function act(work: (release: Release) => Promise<string>): void {
    saving.run(async () => {
      const release = await save()
      toasts.show('success', await work(release))
      if (current) return
      setLeaving(true)
      void navigate(`/admin/content/releases/${release.id}`, { replace: true })
    })
  }

  const begin = (next: PlanStep) => isComplete() && setStep(next)

  return (
    <>
      <LeaveGuard isDirty={isChanged && !isLeaving} />
      <PlanNotices
        release={current}
        readOnly={readOnly}
        isStale={isStale}
        onReload={async () => {
          if (current) await actions.reload(current.id)
          onStartOver?.()
        }}
      />
      <Columns second="margin">
        <Stack gap="large">
          <TextInput
            size="md"
            label={t('releases.form.name')}
            description={t('releases.form.nameHint')}
            maxLength={120}
            dir="auto"
            value={name}
            readOnly={readOnly}
            error={missing.name && name.trim() === '' && t('releases.form.nameRequired')}
            errorProps={{ role: 'alert' }}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Panel title={t('releases.form.choose')}>
            <Hint>{t('releases.form.chooseHint')}</Hint>
            {!readOnly && (
              <ButtonRow>
                <Button variant="default" size="sm" onClick={() => setItems(addWaiting(items, entries))}>
                  {t('releases.form.chooseNew')}
                </Button>
                {items.length > 0 && (
                  <Button variant="subtle" size="sm" onClick={() => setItems([])}>
                    {t('releases.form.clear')}
                  </Button>
                )}
              </ButtonRow>
            )}
            {missing.items && items.length === 0 && (
              <Hint isError role="alert">
                {t('releases.form.textsRequired')}
              </Hint>
            )}
            <TextGrid entries={entries} items={items} readOnly={readOnly} onChange={setItems} />
          </Panel>
        </Stack>
        <Panel title={t('releases.plan.title')}>
          <PlanList entries={entries} items={items} readOnly={readOnly} onChange={setItems} />
        </Panel>
      </Columns>
      {!readOnly && (
        <ActionBar>
          <ActionBarState>
            {t('releases.texts', { count: items.length })}
            {isChanged && <b>{t('releases.form.unsaved')}</b>}
          </ActionBarState>
          <ButtonRow place="bar">
            {status === 'scheduled' && (
              <Button
                variant="subtle"
                disabled={isBusy}
                onClick={() =>
                  act(async ({ id }) => {
                    await actions.cancel(id)
                    return t('releases.toasts.cancelled')
                  })
                }
              >
                {t('releases.actions.cancel')}
              </Button>
            )}
            {current && status !== 'scheduled' && (
              <Button variant="subtle" onClick={() => setStep('remove')}>
                {t('releases.actions.remove')}
              </Button>
            )}
            <Button variant="default" onClick={() => begin('schedule')}>
              {t(status === 'scheduled' ? 'releases.actions.reschedule' : 'releases.actions.schedule')}
            </Button>
            <Button variant="default" onClick={() => begin('publish')}>
              {t('releases.actions.publish')}
            </Button>
            <Button
              loading={isBusy}
              disabled={!isChanged && current !== undefined}
              onClick={() => isComplete() && act(async () => t('releases.toasts.saved'))}
            >
              {t('releases.actions.save')}
            </Button>
          </ButtonRow>
        </ActionBar>
      )}
      <PlanDialogs
        step={step}
        isBusy={isBusy}
        dueAt={current?.status === 'scheduled' ? current.due_at : null}
        items={items}
        entries={entries}
        onClose={() => setStep(undefined)}
        onPublish={() =>
          act(async ({ id }) => {
            await actions.publish(id)
            return t('releases.toasts.published')
          })
        }
        onSchedule={(dueAt) =>
          act(async ({ id }) => {
            setSaved(await actions.schedule(id, dueAt))
            return t('releases.toasts.scheduled', { date: formatMoment(dueAt, language) })
          })
        }
        onRemove={() =>
          removing.run(async () => {
            if (current) await actions.remove(current.id)
            setLeaving(true)
            void navigate('/admin/content/releases', { replace: true })
          }, t('releases.toasts.removed'))
        }
      />
    </>
  )
}

function plainItems({ items }: Release): ReleaseItem[] {
  return items.map(({ key, language, version }) => ({ key, language, version }))
}

interface PlanNoticesProps {
  release: Release | undefined
  readOnly: boolean
  isStale: boolean
  onReload: () => Promise<void>
}

function PlanNotices({ release, readOnly, isStale, onReload }: PlanNoticesProps) {
  const { t } = useTexts()
  const nameOf = useTextName()
  const failure = release?.failure
  return (
    <Notices>
      {failure && (
        <Notice kind="error" title={t('releases.status.failed')}>
          {t(`releases.failure.${failure.code}`, { text: nameOf(failure) })}
        </Notice>
      )}
      {readOnly && <Notice>{t('releases.readOnly')}</Notice>}
      {isStale && (
        <Notice
          kind="error"
          title={t('releases.stale.title')}
          actions={
            <Button variant="default" onClick={() => void onReload()}>
              {t('releases.stale.reload')}
            </Button>
          }
        >
          {t('releases.stale.text')}
        </Notice>
      )}
    </Notices>
  )
}
