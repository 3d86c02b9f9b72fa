import { type ComponentType, type FormEvent, useMemo } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import type { SettingSection as Section } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TextKey } from '#admin/kit/texts/texts.ts'
import { useLinkedSetting } from '#features/settings/admin/address/use-linked-setting.ts'
import type { PreviewProps } from '#features/settings/admin/previews/preview.tsx'
import type { Setting } from '#features/settings/contract.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import { DangerDialog } from './danger-dialog.tsx'
import { joinSettings, type ShownSetting } from './drafts.ts'
import { SaveBar } from './save-bar.tsx'
import { settingFields } from './setting-fields.ts'
import { SettingList } from './setting-list.tsx'
import { SettingsHead } from './settings-head.tsx'
import { useSettingForm } from './use-setting-form.ts'
import { useSettings } from './use-settings.ts'

interface SettingSectionProps {
  section: Section
  /** What is shown beside the fields of a group, such as their effect. */
  besides: Partial<Record<TextKey, ComponentType<PreviewProps>>>
}

/** A section of the settings: its fields in groups, and the bar that saves them. */
export function SettingSection({ section, besides }: SettingSectionProps) {
  const { t } = useTexts()
  const query = useSettings()
  const canChange = useCan(settingPermissions.change)
  let content = <LoadingLines />
  if (!canChange) content = <Notice>{t('settings.forbidden')}</Notice>
  else if (query.data) content = <SectionForm section={section} besides={besides} settings={query.data} />
  else if (query.isError)
    content = <LoadFailure query={query} describe={(reason) => t('settings.failed', { reason })} />
  return (
    <>
      <SettingsHead section={section} />
      {content}
    </>
  )
}

function SectionForm({ section, besides, settings }: SettingSectionProps & { settings: Setting[] }) {
  const { t } = useTexts()
  const shown = useMemo(
    () =>
      joinSettings(
        settingFields.filter((field) => field.section === section),
        settings,
      ),
    [section, settings],
  )
  const form = useSettingForm(shown)
  useLinkedSetting(form.form)
  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }
  return (
    <>
      <LeaveGuard isDirty={form.changes.length > 0} />
      <form
        ref={form.form}
        tabIndex={-1}
        noValidate
        onSubmit={submit}
        aria-label={t(`settings.sections.${section}`)}
      >
        <Stack gap="large">
          {listGroups(shown).map(([group, ofGroup]) => {
            const Beside = besides[group]
            const list = <SettingList shown={ofGroup} form={form} hasPairs={!Beside} />
            return (
              <Panel key={group} title={t(group)}>
                {Beside ? (
                  <Columns>
                    {list}
                    <Beside
                      read={form.read}
                      settings={settings}
                      hasChanges={form.changes.length > 0}
                      language={form.language}
                    />
                  </Columns>
                ) : (
                  list
                )}
              </Panel>
            )
          })}
        </Stack>
        {form.changes.length > 0 && <SaveBar form={form} />}
      </form>
      <DangerDialog form={form} />
    </>
  )
}

const listGroups = (shown: readonly ShownSetting[]) => [...Map.groupBy(shown, ({ field }) => field.group)]
