import { useId } from 'react'
import { Hint } from '#admin/kit/layout/hint.tsx'
import type { SettingKind } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/settings/admin/settings.module.css'
import type { ControlProps } from './control.ts'

/** A checkbox, with what it does. */
export function SwitchControl(props: ControlProps<Extract<SettingKind, { kind: 'switch' }>>) {
  const { field, value, fallback, errors, readOnly, onChange } = props
  const { t } = useTexts()
  const id = useId()
  return (
    <fieldset className={styles.switch} disabled={readOnly}>
      <legend>{t(field.label)}</legend>
      <label>
        <input
          type="checkbox"
          checked={(value ?? fallback) === true}
          aria-describedby={id}
          aria-invalid={errors[''] !== undefined || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        {t(field.says)}
      </label>
      {field.hint && <Hint id={id}>{t(field.hint)}</Hint>}
      {errors[''] && (
        <Hint isError role="alert">
          {errors['']}
        </Hint>
      )}
    </fieldset>
  )
}
