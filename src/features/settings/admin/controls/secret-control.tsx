import { Button, PasswordInput } from '@mantine/core'
import type { MouseEvent } from 'react'
import { EyeClosedIcon, EyeIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import type { SettingKind } from '#admin/kit/settings.ts'
import { State } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { isSecretStored, keptSecret } from '#features/settings/admin/drafts.ts'
import styles from '#features/settings/admin/settings.module.css'
import { readText, type SettingValue } from '#features/settings/admin/values.ts'
import { type ControlProps, fieldLook } from './control.ts'

type SecretProps = ControlProps<Extract<SettingKind, { kind: 'secret' }>>

/** A password, key or token: whether there is one, and a field to type another. */
export function SecretControl(props: SecretProps) {
  const { setting, value } = props
  const isTyping = typeof value === 'string' || !isSecretStored(setting)
  return setting.source !== 'environment' && isTyping ? (
    <SecretField {...props} />
  ) : (
    <SecretState {...props} />
  )
}

/** The field for a new secret. */
function SecretField({ field, setting, value, errors, readOnly, onChange }: SecretProps) {
  const { t } = useTexts()
  const isReplacing = isSecretStored(setting)
  const hint = field.hint ? t(field.hint) : ''
  const state = isReplacing ? t('settings.secrets.replacing') : `${t('settings.secrets.notSet')}.`
  return (
    <div className={styles.rows}>
      <PasswordInput
        {...fieldLook}
        label={t(field.label)}
        description={`${state} ${hint}`}
        error={errors['']}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={field.limit}
        readOnly={readOnly}
        value={readText(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        visibilityToggleIcon={EyeOfSecret}
        visibilityToggleButtonProps={{
          'aria-label': t('settings.secrets.show'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
      />
      {isReplacing && (
        <TextButton disabled={readOnly} onClick={(event) => changeAndFocus(event, onChange, keptSecret)}>
          {t('settings.secrets.keep')}
        </TextButton>
      )}
    </div>
  )
}

function EyeOfSecret({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeClosedIcon /> : <EyeIcon />
}

/** Whether a secret is stored, and the buttons to replace and remove it. */
function SecretState({ field, setting, value, readOnly, onChange }: SecretProps) {
  const { t } = useTexts()
  const name = t(field.label)
  const isRemoved = value === null && setting.source !== 'environment'
  return (
    <fieldset className={styles.rows} disabled={readOnly}>
      <legend>{name}</legend>
      {setting.is_unreadable ? (
        <State symbol="attention" isError>
          {t('settings.secrets.unreadable')}
        </State>
      ) : (
        <State symbol={isRemoved ? 'none' : 'done'}>{t(wordsOf(setting.source, isRemoved))}</State>
      )}
      {setting.source !== 'environment' && (
        <ButtonRow>
          {isRemoved ? (
            <Button variant="default" onClick={(event) => changeAndFocus(event, onChange, keptSecret)}>
              {t('settings.secrets.keep')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                aria-label={t('settings.secrets.replaceOne', { name })}
                onClick={(event) => changeAndFocus(event, onChange, '')}
              >
                {t('settings.secrets.replace')}
              </Button>
              <Button
                variant="default"
                aria-label={t('settings.secrets.removeOne', { name })}
                onClick={(event) => changeAndFocus(event, onChange, null)}
              >
                {t('settings.secrets.remove')}
              </Button>
            </>
          )}
        </ButtonRow>
      )}
      {field.hint && <Hint>{t(field.hint)}</Hint>}
    </fieldset>
  )
}

function wordsOf(source: string, isRemoved: boolean) {
  if (source === 'environment') return 'settings.secrets.fixed' as const
  return isRemoved ? ('settings.secrets.removing' as const) : ('settings.secrets.set' as const)
}

/** Changes what is drafted. The button is gone by then: the focus goes to what stands in its place. */
function changeAndFocus(
  { currentTarget }: MouseEvent<HTMLButtonElement>,
  onChange: SecretProps['onChange'],
  value: SettingValue,
): void {
  const row = currentTarget.closest('[data-setting]')
  onChange(value)
  setTimeout(() => row?.querySelector<HTMLElement>('input, button')?.focus(), 0)
}
