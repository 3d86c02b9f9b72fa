import { Button, TextInput } from '@mantine/core'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { campaignPermissions } from '#features/campaigns/permissions.ts'
import { AudiencePart } from './audience-part.tsx'
import { DraftDialogs } from './campaign-dialogs.tsx'
import { TextPart } from './text-part.tsx'
import { type CampaignEditing, type CampaignEditorProps, useCampaignEditor } from './use-campaign-editor.ts'

/** The editor of a campaign that has not started: its audience, its texts and its actions. */
export function CampaignEditor(props: CampaignEditorProps) {
  const { t } = useTexts()
  const readOnly = !useCan(campaignPermissions.edit)
  const editor = useCampaignEditor(props)
  const { draft, count, change } = editor
  return (
    <>
      <LeaveGuard isDirty={editor.isChanged && !editor.isLeaving} />
      <EditorNotices editor={editor} readOnly={readOnly} />
      <Stack gap="large">
        <TextInput
          maw="34rem"
          size="md"
          label={t('campaigns.form.name')}
          description={t('campaigns.form.nameHint')}
          maxLength={120}
          dir="auto"
          value={draft.name}
          readOnly={readOnly}
          error={editor.showsGaps && draft.name.trim() === '' && t('campaigns.form.nameRequired')}
          errorProps={{ role: 'alert' }}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <AudiencePart
          audience={draft.audience}
          count={count}
          readOnly={readOnly}
          ownId={editor.current?.id}
          onChange={(audience) => change({ audience })}
        />
        <TextPart
          draft={draft}
          byLanguage={count.data?.by_language ?? {}}
          language={editor.language}
          onLanguage={editor.setLanguage}
          showsGaps={editor.showsGaps}
          refused={editor.refused}
          readOnly={readOnly}
          onChange={change}
        />
      </Stack>
      {!readOnly && <EditorBar editor={editor} />}
      <DraftDialogs
        step={editor.step}
        isBusy={editor.isBusy}
        draft={draft}
        language={editor.language}
        count={count.data}
        onClose={editor.close}
        onLaunch={editor.launch}
        onRemove={editor.remove}
      />
    </>
  )
}

function EditorNotices({ editor, readOnly }: { editor: CampaignEditing; readOnly: boolean }) {
  const { t } = useTexts()
  const { isStale, refused, reload } = editor
  return (
    <Notices>
      {readOnly && <Notice>{t('campaigns.readOnly')}</Notice>}
      {isStale && (
        <Notice
          kind="error"
          title={t('campaigns.stale.title')}
          actions={
            <Button variant="default" onClick={() => void reload()}>
              {t('campaigns.stale.reload')}
            </Button>
          }
        >
          {t('campaigns.stale.text')}
        </Notice>
      )}
      {refused
        .filter(({ field }) => !field.startsWith('texts.'))
        .map(({ field, message }) => (
          <Notice key={field} kind="error">
            {message}
          </Notice>
        ))}
    </Notices>
  )
}

function EditorBar({ editor }: { editor: CampaignEditing }) {
  const { t } = useTexts()
  const { current, isChanged, isBusy, step, setStep, save, openLaunch } = editor
  return (
    <ActionBar>
      <ActionBarState>{isChanged && <b>{t('campaigns.form.unsaved')}</b>}</ActionBarState>
      <ButtonRow place="bar">
        {current && (
          <Button variant="subtle" onClick={() => setStep('remove')}>
            {t('campaigns.actions.remove')}
          </Button>
        )}
        <Button variant="default" onClick={() => setStep('testMail')}>
          {t('campaigns.testMail.open')}
        </Button>
        <Button
          variant="default"
          loading={isBusy && step === undefined}
          disabled={!isChanged}
          onClick={() => save()}
        >
          {t('campaigns.actions.save')}
        </Button>
        <Button onClick={() => void openLaunch()}>{t('campaigns.launch.open')}</Button>
      </ButtonRow>
    </ActionBar>
  )
}
