import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Detail, Tag } from '#admin/kit/layout/hint.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeDanger } from '#features/settings/admin/danger.ts'
import { listDifferences, reverse } from '#features/settings/admin/describe-value.ts'
import { joinSettings } from '#features/settings/admin/drafts.ts'
import { findSettingField, settingFields } from '#features/settings/admin/setting-fields.ts'
import styles from '#features/settings/admin/settings.module.css'
import { useSettingActions, useSettings } from '#features/settings/admin/use-settings.ts'
import type { SettingRevision } from '#features/settings/contract.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import { directionOf, languageNames } from '#shared/languages.ts'

type Changes = SettingRevision['changes']

/** What somebody changed at once, and going back. */
export function Revision({ revision }: { revision: SettingRevision }) {
  const { t, format } = useTexts()
  const { at, user, reason, undoes, changes, can_undo: canUndo } = revision
  const [isAsking, setAsking] = useState(false)
  const canChange = useCan(settingPermissions.change)
  return (
    <li className={styles.revision}>
      <div>
        <p>
          <b>
            <bdi>{user?.name ?? t('settings.history.nobody')}</bdi>
          </b>{' '}
          {undoes !== null && <Tag>{t('settings.history.undo')}</Tag>}
        </p>
        <Detail>
          <time dateTime={at}>{format.dateTime(at)}</time>
        </Detail>
        {reason !== '' && (
          // Isolated, since it may be written in the other direction.
          <p className={styles.reasonText}>
            {t('settings.history.reason', { reason: isolateWords(reason) })}
          </p>
        )}
      </div>
      <ChangeList changes={changes} />
      {canUndo && canChange && (
        <Button
          variant="default"
          size="sm"
          aria-label={t('settings.history.undoOne', { date: format.dateTime(at) })}
          onClick={() => setAsking(true)}
        >
          {t('settings.history.undoAction')}
        </Button>
      )}
      <UndoDialog revision={revision} isAsking={isAsking} onClose={() => setAsking(false)} />
    </li>
  )
}

/** The settings that a change was about, each before and after. */
function ChangeList({ changes }: { changes: Changes }) {
  const texts = useTexts()
  const { t } = texts
  const arrow = directionOf(texts.language) === 'rtl' ? '←' : '→'
  return (
    <dl className={styles.changes}>
      {changes.flatMap((change) => {
        const field = findSettingField(change.key)
        const name = field ? t(field.label) : change.key
        return listDifferences(field, change, texts).map(({ language, before, after }) => (
          <div key={`${change.key} ${language ?? ''}`}>
            <dt>
              {language ? t('settings.languages.field', { name, language: languageNames[language] }) : name}
            </dt>
            <dd>
              <VisuallyHidden>{t('settings.history.before')} </VisuallyHidden>
              <del dir="auto">{before}</del> <span aria-hidden="true">{arrow}</span>{' '}
              <VisuallyHidden>{t('settings.history.after')} </VisuallyHidden>
              <ins dir="auto">{after}</ins>
            </dd>
          </div>
        ))
      })}
    </dl>
  )
}

interface UndoDialogProps {
  revision: SettingRevision
  isAsking: boolean
  onClose: () => void
}

/** The question before a change is undone: what comes back, and what that does. */
function UndoDialog({ revision, isAsking, onClose }: UndoDialogProps) {
  const texts = useTexts()
  const { t } = texts
  const actions = useSettingActions()
  const { isBusy, run } = useAction({ onSettled: onClose })
  const { data: settings = [] } = useSettings()
  const dangers = joinSettings(settingFields, settings).flatMap((shown) => {
    const change = revision.changes.find(({ key }) => key === shown.setting.key)
    return (change && describeDanger(shown, change.before, texts)) ?? []
  })
  return (
    <Dialog opened={isAsking} onClose={onClose} title={t('settings.history.undoTitle')}>
      <Stack>
        <p>{t('settings.history.undoText')}</p>
        <ChangeList changes={revision.changes.map(reverse)} />
        {dangers.length > 0 && (
          <ul className={styles.effects}>
            {dangers.map((danger) => (
              <li key={danger}>{danger}</li>
            ))}
          </ul>
        )}
      </Stack>
      <DialogActions
        confirm={t('settings.history.undoAction')}
        cancel={t('settings.danger.cancel')}
        isBusy={isBusy}
        focus={dangers.length > 0 ? 'cancel' : 'confirm'}
        onConfirm={() => run(() => actions.undo(revision.id), t('settings.history.undone'))}
        onCancel={onClose}
      />
    </Dialog>
  )
}
