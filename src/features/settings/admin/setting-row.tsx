import { Link } from 'react-router'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { SettingControl } from '#features/settings/admin/controls/setting-control.tsx'
import {
  draftedValue,
  errorsOf,
  isChanged,
  isLost,
  isOvertaken,
  isOwnValue,
  isSecretStored,
  type ShownSetting,
} from './drafts.ts'
import { OvertakenNote } from './overtaken-note.tsx'
import styles from './settings.module.css'
import type { SettingForm } from './use-setting-form.ts'

/** A setting: its field, what fixes it, what somebody else did to it, and the ways back. */
export function SettingRow({ shown, form }: { shown: ShownSetting; form: SettingForm }) {
  const { t, format } = useTexts()
  const { field, setting } = shown
  const isFixed = setting.source === 'environment'
  const variable = setting.variable ?? ''
  // A secret has its own button for that.
  const canReset = !isFixed && !setting.is_secret && isOwnValue(shown, form.drafts)
  return (
    <div
      className={styles.row}
      data-setting={setting.key}
      data-changed={isChanged(shown, form.drafts) || undefined}
      data-fixed={isFixed || undefined}
    >
      <SettingControl
        field={field}
        setting={setting}
        value={isFixed ? setting.value : draftedValue(shown, form.drafts)}
        fallback={setting.default}
        errors={errorsOf(setting.key, form.errors)}
        language={form.language}
        readOnly={isFixed || form.isBusy}
        onChange={(value) => form.change(shown, value)}
      />
      {isFixed && <Hint>{t('settings.notes.fixed', { variable })}</Hint>}
      {setting.ends_at !== null && (
        <Hint>{t('settings.notes.ends', { time: format.time(setting.ends_at) })}</Hint>
      )}
      {isLost(shown, form.changes) && <Notice kind="warning">{t('settings.secrets.lost')}</Notice>}
      {isOvertaken(shown, form.drafts) && <OvertakenNote shown={shown} />}
      {(canReset || setting.version > 0) && (
        <Meta>
          {setting.changed_at !== null && (!setting.is_secret || isSecretStored(setting)) && (
            <span>{t('settings.notes.changed', { date: format.dateTime(setting.changed_at) })}</span>
          )}
          {setting.version > 0 && (
            <Link to={`/admin/settings/history?key=${setting.key}`}>
              {t('settings.notes.history')}
              <VisuallyHidden> {t(field.label)}</VisuallyHidden>
            </Link>
          )}
          {canReset && (
            <TextButton
              disabled={form.isBusy}
              aria-label={t('settings.notes.resetOne', { name: t(field.label) })}
              onClick={() => form.change(shown, null)}
            >
              {t('settings.notes.reset')}
            </TextButton>
          )}
        </Meta>
      )}
    </div>
  )
}
