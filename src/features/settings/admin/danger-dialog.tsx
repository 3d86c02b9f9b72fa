import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeDanger } from './danger.ts'
import styles from './settings.module.css'
import type { SettingForm } from './use-setting-form.ts'

/** The question before changes that can lock people or programs out: what each of them does. */
export function DangerDialog({ form }: { form: SettingForm }) {
  const { t, format } = useTexts()
  const { changes, isAsking, isBusy, save, cancel } = form
  const effects = changes.flatMap((one) => {
    const effect = describeDanger(one, one.change.value, { t, format })
    return effect === undefined ? [] : [{ key: one.setting.key, effect }]
  })
  const others = changes.length - effects.length
  return (
    <Dialog opened={isAsking} onClose={cancel} title={t('settings.danger.title')}>
      <ul className={styles.effects}>
        {effects.map(({ key, effect }) => (
          <li key={key}>{effect}</li>
        ))}
      </ul>
      {others > 0 && (
        <Hint>{t('settings.danger.besides', { count: others, number: format.number(others) })}</Hint>
      )}
      <DialogActions
        confirm={t('settings.danger.confirm')}
        cancel={t('settings.danger.cancel')}
        isBusy={isBusy}
        focus="cancel"
        onConfirm={save}
        onCancel={cancel}
      />
    </Dialog>
  )
}
