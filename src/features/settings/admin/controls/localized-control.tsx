import { Textarea, TextInput } from '@mantine/core'
import { Hint } from '#admin/kit/layout/hint.tsx'
import type { SettingKind } from '#admin/kit/settings.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { countGraphemes } from '#features/content/model.ts'
import { listOwnWords } from '#features/settings/admin/own-words.ts'
import { describeBuiltIn } from '#features/settings/admin/site-words.ts'
import { useBuiltInTexts, useSettings } from '#features/settings/admin/use-settings.ts'
import { readTexts, withText } from '#features/settings/admin/values.ts'
import { directionOf, isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { type ControlProps, fieldLook } from './control.ts'
import { useDescription } from './use-description.ts'

type Localized = Extract<SettingKind, { limit: number }>

/** A text in the chosen language. */
export function LocalizedControl({
  field,
  value,
  errors,
  language,
  readOnly,
  onChange,
}: ControlProps<Localized>) {
  const { t, format } = useTexts()
  const text = readTexts(value)[language] ?? ''
  const placeholder = useBuiltIn(field.key, language)
  const excess = countGraphemes(text.trim()) - field.limit
  const tooLong =
    excess > 0
      ? t('settings.tooLong', {
          count: excess,
          number: format.number(excess),
          limit: format.number(field.limit),
        })
      : undefined
  const props = {
    ...fieldLook,
    label: t('settings.languages.field', { name: t(field.label), language: languageNames[language] }),
    description: useDescription(field, text),
    placeholder,
    value: text,
    readOnly,
    error: errors[language] ?? errors[''] ?? tooLong,
    lang: language,
    dir: directionOf(language),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(withText(value, language, currentTarget.value)),
  }
  const others = Object.keys(errors).filter((code) => code !== language)
  return (
    <>
      {field.kind === 'localizedLines' ? <Textarea {...props} rows={3} /> : <TextInput {...props} />}
      {others.filter(isLanguage).map((code) => (
        <Hint key={code} isError>
          {t('settings.languages.refused', { language: languageNames[code], message: errors[code] ?? '' })}
        </Hint>
      ))}
    </>
  )
}

/** What the site says while the text is empty. */
function useBuiltIn(key: string, language: Language): string {
  const builtIn = useBuiltInTexts(language)
  const { data = [] } = useSettings()
  return builtIn ? describeBuiltIn(key, builtIn, listOwnWords(data, language)) : ''
}
