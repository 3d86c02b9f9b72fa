import { Button, TextInput } from '@mantine/core'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { reasonLimit } from '#features/settings/contract.ts'
import styles from './settings.module.css'
import type { SettingForm } from './use-setting-form.ts'

/** How much has been changed, why, and the buttons that save and discard it. */
export function SaveBar({ form }: { form: SettingForm }) {
  const { t, format } = useTexts()
  const { changes, reason, isBusy, failure, setReason, discard } = form
  const count = changes.length
  return (
    <ActionBar>
      <ActionBarState role="status">
        {isBusy
          ? t('settings.bar.saving')
          : t('settings.bar.changes', { count, number: format.number(count) })}
      </ActionBarState>
      <TextInput
        className={styles.reason ?? ''}
        size="sm"
        dir="auto"
        aria-label={t('settings.bar.reason')}
        placeholder={t('settings.bar.reason')}
        maxLength={reasonLimit}
        value={reason}
        readOnly={isBusy}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <ButtonRow place="bar">
        <Button type="submit" loading={isBusy}>
          {t('settings.bar.save')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={discard}>
          {t('settings.bar.discard')}
        </Button>
      </ButtonRow>
      <div className={styles.failure}>
        <Hint isError role="alert">
          {!isBusy && failure}
        </Hint>
      </div>
    </ActionBar>
  )
}
