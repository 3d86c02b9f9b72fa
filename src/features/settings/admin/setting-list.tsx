import { Stack } from '#admin/kit/layout/columns.tsx'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { draftedValue, listUnsavedLanguages, type ShownSetting } from './drafts.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'
import type { SettingForm } from './use-setting-form.ts'
import { readTexts } from './values.ts'

interface SettingListProps {
  shown: readonly ShownSetting[]
  form: SettingForm
  /** Whether there is room for two fields side by side. */
  hasPairs?: boolean
}

const isLocalized = ({ field }: ShownSetting) =>
  field.kind === 'localizedLine' || field.kind === 'localizedLines'

/** The fields of a group. Those that have a text per language share their tabs. */
export function SettingList({ shown, form, hasPairs }: SettingListProps) {
  const localized = shown.filter(isLocalized)
  const [first] = localized
  return (
    <div className={styles.list} data-pairs={hasPairs || undefined}>
      {shown.map((one) => {
        if (!isLocalized(one)) return <SettingRow key={one.setting.key} shown={one} form={form} />
        if (one !== first) return null
        return <LocalizedList key="localized" form={form} shown={localized} />
      })}
    </div>
  )
}

function LocalizedList({ shown, form }: SettingListProps) {
  const { t } = useTexts()
  const isWritten = (code: Language) =>
    shown.some((one) => (readTexts(draftedValue(one, form.drafts))[code] ?? '').trim() !== '')
  return (
    <LanguageTabs
      label={t('settings.languages.label')}
      language={form.language}
      unsaved={listUnsavedLanguages(shown, form.drafts)}
      markOf={(code) => <StateMark symbol={isWritten(code) ? 'done' : 'none'} />}
      describe={(code) =>
        t(isWritten(code) ? 'settings.languages.own' : 'settings.languages.builtIn', {
          language: languageNames[code],
        })
      }
      onChoose={(code) => isLanguage(code) && form.setLanguage(code)}
    >
      <Stack>
        {shown.map((one) => (
          <SettingRow key={one.setting.key} shown={one} form={form} />
        ))}
      </Stack>
    </LanguageTabs>
  )
}
