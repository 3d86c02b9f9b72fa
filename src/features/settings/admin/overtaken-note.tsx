import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeValue } from './describe-value.ts'
import { type ShownSetting, savedValue } from './drafts.ts'
import { useSettingChanges } from './use-settings.ts'

/** Who has changed a setting while it was edited here, and what it is now. */
export function OvertakenNote({ shown }: { shown: ShownSetting }) {
  const { field, setting } = shown
  const value = setting.is_secret ? savedValue(shown) : setting.value
  const { t, format, language } = useTexts()
  const { data } = useSettingChanges({ key: setting.key, page: 1, size: 1 })
  const last = data?.items[0]
  return (
    <Notice
      title={t(last?.user ? 'settings.notes.overtakenBy' : 'settings.notes.overtaken', {
        name: last?.user?.name ?? '',
        date: format.dateTime(last?.at ?? setting.changed_at ?? new Date().toISOString()),
      })}
    >
      {t('settings.notes.present', { value: describeValue(field, value, { t, format, language }) })}
    </Notice>
  )
}
