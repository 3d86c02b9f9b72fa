import { Button, TextInput } from '@mantine/core'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/settings/admin/settings.module.css'
import { readProfiles, type TypedProfile } from '#features/settings/admin/values.ts'
import { siteLimits } from '#site/settings.ts'
import { type ControlProps, fieldLook } from './control.ts'
import { RemoveButton } from './remove-button.tsx'

/** The team's profiles on social networks, one per row. */
export function ProfilesControl({ field, value, fallback, errors, readOnly, onChange }: ControlProps) {
  const { t, format } = useTexts()
  const profiles = readProfiles(value ?? fallback)
  const replace = (at: number, change: Partial<TypedProfile>) =>
    onChange(profiles.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className={styles.rows} disabled={readOnly}>
      <legend>{t(field.label)}</legend>
      {field.hint && <Hint>{t(field.hint)}</Hint>}
      {profiles.map(({ network, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands at its place
        <div key={index} className={styles.profile}>
          <TextInput
            {...fieldLook}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            label={t('settings.profiles.network')}
            placeholder="linkedin"
            maxLength={30}
            error={errors[`${index}.network`]}
            value={network}
            onChange={({ currentTarget }) =>
              replace(index, { network: currentTarget.value.toLowerCase().trim() })
            }
          />
          <TextInput
            {...fieldLook}
            dir="ltr"
            type="url"
            autoComplete="off"
            label={t('settings.profiles.url')}
            placeholder="https://"
            maxLength={500}
            error={errors[`${index}.url`] ?? errors[String(index)]}
            value={url}
            onChange={({ currentTarget }) => replace(index, { url: currentTarget.value })}
          />
          <RemoveButton
            label={t('settings.profiles.remove', { name: network || format.number(index + 1) })}
            onRemove={() => onChange(profiles.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {errors[''] && (
        <Hint isError role="alert">
          {errors['']}
        </Hint>
      )}
      <Button
        variant="default"
        disabled={readOnly || profiles.length >= siteLimits.profiles}
        onClick={() => onChange([...profiles, { network: '', url: '' }])}
      >
        {t('settings.profiles.add')}
      </Button>
    </fieldset>
  )
}
