import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Edits, TextFields } from '#features/content/admin/drafts/edits.ts'
import { panelId } from '#features/content/admin/panels/use-panel.ts'
import { publicPath } from '#features/content/admin/preview/public-path.ts'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import { releasePermissions } from '#features/releases/permissions.ts'
import type { Language } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { ScheduleButton, ScheduledChanges } from './schedule.tsx'
import type { useContentActions } from './use-content-actions.ts'
import { saveKeys, useSaveKey } from './use-save-key.ts'

interface PublishBarProps {
  contentKey: ContentKey
  language: Language
  fields: TextFields
  newest: ContentItem | undefined
  published: ContentItem | undefined
  pageExists: boolean
  edits: Edits
  canEdit: boolean
  /** When and where the unsaved text was last kept. */
  kept: { text: 'editor.kept' | 'editor.keptOnServer'; at: number } | undefined
  isPreviewing: boolean
  onPreview: () => void
  actions: ReturnType<typeof useContentActions>
}

/** The actions on a text, always visible below it. */
export function PublishBar(props: PublishBarProps) {
  const { contentKey, language, fields, newest, published, pageExists, edits, canEdit, actions } = props
  const { isPreviewing, onPreview } = props
  const { t } = useTexts()
  const toasts = useToasts()
  const canSchedule = useCan(releasePermissions.publish)
  const isChanged = edits[language] !== undefined
  const [isAsking, setAsking] = useState(false)
  const save = () => actions.save(edits)
  useSaveKey(canEdit ? save : undefined)

  function publish() {
    if (isChanged) setAsking(true)
    else if (newest) actions.publish(newest)
    else toasts.show('error', t('editor.saveFirst'))
  }

  return (
    <ActionBar>
      <ScheduledChanges contentKey={contentKey} language={language} canEdit={canSchedule} />
      <BarState {...props} isChanged={isChanged} />
      {pageExists && (
        <OutwardLink
          to={publicPath(contentKey, language)}
          aria-label={t('opensInNewTab', { label: t('editor.viewPage') })}
        >
          {t('editor.viewPage')}
        </OutwardLink>
      )}
      {canEdit && (
        <ButtonRow place="bar">
          <Button
            variant="subtle"
            aria-expanded={isPreviewing}
            aria-controls={panelId('preview')}
            onClick={onPreview}
          >
            {t('preview.open')}
          </Button>
          {canSchedule && (
            <ScheduleButton
              contentKey={contentKey}
              language={language}
              newest={newest}
              published={published}
              isChanged={isChanged}
            />
          )}
          {published && (
            <Button
              variant="subtle"
              loading={actions.isUnpublishing}
              onClick={() => actions.unpublish(published)}
            >
              {t('editor.unpublish')}
            </Button>
          )}
          <Button
            variant="default"
            loading={actions.isPublishing}
            disabled={isBlankHtml(fields.content) || actions.isSaving}
            onClick={publish}
          >
            {t('editor.publish')}
          </Button>
          <Button loading={actions.isSaving} aria-keyshortcuts={saveKeys} title="Ctrl+S · ⌘S" onClick={save}>
            {t('editor.save')}
          </Button>
        </ButtonRow>
      )}
      <SaveAndPublish
        isAsking={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => actions.saveAndPublish(edits, language)}
      />
    </ActionBar>
  )
}

interface SaveAndPublishProps {
  isAsking: boolean
  onClose: () => void
  onConfirm: () => void
}

/** What is unsaved cannot be published: offers to do both. */
function SaveAndPublish({ isAsking, onClose, onConfirm }: SaveAndPublishProps) {
  const { t } = useTexts()
  return (
    <ConfirmDialog
      opened={isAsking}
      title={t('editor.saveAndPublish')}
      confirm={t('editor.saveAndPublish')}
      cancel={t('editor.stay')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      {t('editor.saveFirst')}
    </ConfirmDialog>
  )
}

function BarState({ newest, published, isChanged, kept }: PublishBarProps & { isChanged: boolean }) {
  const { t, format } = useTexts()
  const describe = () => {
    if (!newest) return t('content.status.none')
    const version = format.number(newest.version)
    const when = t('editor.versionOn', { version, date: format.date(newest.updated_at) })
    if (!published) return t('editor.stateOf', { state: t('content.status.draft'), version: when })
    const mark = published.version === newest.version ? 'published' : 'revised'
    return t('editor.stateOf', { state: t(`content.status.${mark}`), version: when })
  }
  return (
    <ActionBarState>
      {describe()}
      {isChanged && <b>{t('editor.unsaved')}</b>}
      {isChanged && kept && (
        <span>{t(kept.text, { time: format.time(new Date(kept.at).toISOString()) })}</span>
      )}
    </ActionBarState>
  )
}
