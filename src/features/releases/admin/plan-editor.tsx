import { Button, TextInput } from '@mantine/core'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { Release } from '#features/releases/contract.ts'
import { releasePermissions } from '#features/releases/permissions.ts'
import { PlanDialogs } from './plan-dialogs.tsx'
import { PlanList, useTextName } from './plan-list.tsx'
import { addWaiting } from './release-plan.ts'
import { TextGrid } from './text-grid.tsx'
import { type PlanEditing, type PlanEditorProps, usePlanEditor } from './use-plan-editor.ts'

/** The editor of a release that is not live: its name, its texts and its actions. */
export function PlanEditor(props: PlanEditorProps) {
  const { t } = useTexts()
  const readOnly = !useCan(releasePermissions.edit)
  const editor = usePlanEditor(props)
  const { current, name, items } = editor
  const { entries } = props
  return (
    <>
      <LeaveGuard isDirty={editor.isChanged && !editor.isLeaving} />
      <PlanNotices release={current} readOnly={readOnly} isStale={editor.isStale} onReload={editor.reload} />
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
            error={editor.missing.name && name.trim() === '' && t('releases.form.nameRequired')}
            errorProps={{ role: 'alert' }}
            onChange={(event) => editor.setName(event.currentTarget.value)}
          />
          <TextChoice editor={editor} entries={entries} readOnly={readOnly} />
        </Stack>
        <Panel title={t('releases.plan.title')}>
          <PlanList entries={entries} items={items} readOnly={readOnly} onChange={editor.setItems} />
        </Panel>
      </Columns>
      {!readOnly && <EditorBar editor={editor} />}
      <PlanDialogs
        step={editor.step}
        isBusy={editor.isBusy}
        dueAt={current?.status === 'scheduled' ? current.due_at : null}
        items={items}
        entries={entries}
        onClose={editor.close}
        onPublish={editor.publish}
        onSchedule={editor.schedule}
        onRemove={editor.remove}
      />
    </>
  )
}

interface TextChoiceProps {
  editor: PlanEditing
  entries: ContentEntry[]
  readOnly: boolean
}

function TextChoice({ editor: { items, setItems, missing }, entries, readOnly }: TextChoiceProps) {
  const { t } = useTexts()
  return (
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
  )
}

function EditorBar({ editor }: { editor: PlanEditing }) {
  const { t } = useTexts()
  const { current, items, isChanged, isBusy } = editor
  const status = current?.status ?? 'draft'
  return (
    <ActionBar>
      <ActionBarState>
        {t('releases.texts', { count: items.length })}
        {isChanged && <b>{t('releases.form.unsaved')}</b>}
      </ActionBarState>
      <ButtonRow place="bar">
        {status === 'scheduled' && (
          <Button variant="subtle" disabled={isBusy} onClick={editor.cancel}>
            {t('releases.actions.cancel')}
          </Button>
        )}
        {current && status !== 'scheduled' && (
          <Button variant="subtle" onClick={() => editor.setStep('remove')}>
            {t('releases.actions.remove')}
          </Button>
        )}
        <Button variant="default" onClick={() => editor.open('schedule')}>
          {t(status === 'scheduled' ? 'releases.actions.reschedule' : 'releases.actions.schedule')}
        </Button>
        <Button variant="default" onClick={() => editor.open('publish')}>
          {t('releases.actions.publish')}
        </Button>
        <Button loading={isBusy} disabled={!isChanged && current !== undefined} onClick={() => editor.save()}>
          {t('releases.actions.save')}
        </Button>
      </ButtonRow>
    </ActionBar>
  )
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
