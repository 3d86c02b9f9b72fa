import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/settings/admin/settings.module.css'
import { readText } from '#features/settings/admin/values.ts'
import { siteLimits, unregistered } from '#site/settings.ts'
import { type ControlProps, fieldLook } from './control.ts'

/** The entry in a public register, or that there is none. */
export function RegisterControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t } = useTexts()
  const text = readText(value ?? fallback)
  const isNone = text === unregistered
  // Comes back when the box is unticked again.
  const [typed, setTyped] = useState(isNone ? '' : text)
  return (
    <div className={styles.parts}>
      <Textarea
        {...fieldLook}
        label={t(field.label)}
        description={field.hint && t(field.hint)}
        error={errors['']}
        rows={2}
        dir="auto"
        maxLength={siteLimits.register}
        disabled={isNone}
        readOnly={readOnly}
        value={isNone ? '' : text}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(currentTarget.value)
        }}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={isNone}
          disabled={readOnly}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? unregistered : typed)}
        />
        {t('settings.switches.unregistered')}
      </label>
    </div>
  )
}
