import { Button, TextInput } from '@mantine/core'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/settings/admin/settings.module.css'
import { readOrigins } from '#features/settings/admin/values.ts'
import { type ControlProps, fieldLook } from './control.ts'
import { RemoveButton } from './remove-button.tsx'

/** The sites whose pages may call the API, one per row. */
export function OriginsControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t, format } = useTexts()
  const origins = readOrigins(value ?? fallback)
  const replace = (at: number, origin: string) =>
    onChange(origins.map((one, index) => (index === at ? origin : one)))
  return (
    <fieldset className={styles.rows} disabled={readOnly}>
      <legend>{t(field.label)}</legend>
      {field.hint && <Hint>{t(field.hint)}</Hint>}
      {origins.map((origin, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
        <div key={index} className={styles.origin}>
          <TextInput
            {...fieldLook}
            dir="ltr"
            type="url"
            autoComplete="off"
            aria-label={t('settings.origins.row', { number: format.number(index + 1) })}
            placeholder="https://example.org"
            maxLength={300}
            error={errors[String(index)]}
            value={origin}
            onChange={({ currentTarget }) => replace(index, currentTarget.value)}
          />
          <RemoveButton
            label={t('settings.origins.remove', { origin: origin || format.number(index + 1) })}
            onRemove={() => onChange(origins.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {origins.length === 0 && <p>{t('settings.origins.none')}</p>}
      {errors[''] && (
        <Hint isError role="alert">
          {errors['']}
        </Hint>
      )}
      {origins.some((origin) => origin.trim() === '*') && <Notice>{t('settings.origins.all')}</Notice>}
      <Button variant="default" disabled={readOnly} onClick={() => onChange([...origins, ''])}>
        {t('settings.origins.add')}
      </Button>
    </fieldset>
  )
}
