import { NativeSelect } from '@mantine/core'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type DocumentDetails, documentCategories } from '#features/documents/contract.ts'
import { type Language, languageNames, languages } from '#shared/languages.ts'

interface SelectProps<Value> {
  value: Value
  error?: string | undefined
  disabled?: boolean
  onChange: (value: Value) => void
}

/** The category of a document. */
export function CategorySelect({
  value,
  error,
  disabled,
  onChange,
}: SelectProps<DocumentDetails['category']>) {
  const { t } = useTexts()
  return (
    <NativeSelect
      label={t('library.upload.fields.category')}
      rightSection={<ChevronIcon />}
      disabled={disabled ?? false}
      value={value}
      error={error}
      data={documentCategories.map((one) => ({ value: one, label: t(`library.categories.${one}`) }))}
      onChange={({ currentTarget }) =>
        onChange(documentCategories.find((one) => one === currentTarget.value) ?? value)
      }
    />
  )
}

interface LanguageSelectProps extends SelectProps<Language | null> {
  /** Where it must be one of several languages. */
  among?: readonly Language[] | undefined
}

/** The language of a document; null for readers of all, or for none yet where it must have one. */
export function DocumentLanguageSelect({ value, error, disabled, among, onChange }: LanguageSelectProps) {
  const { t } = useTexts()
  return (
    <NativeSelect
      label={t('library.upload.fields.language')}
      rightSection={<ChevronIcon />}
      disabled={disabled ?? false}
      value={value ?? ''}
      error={error}
      data={[
        { value: '', label: t(among ? 'library.upload.chooseLanguage' : 'library.universal') },
        ...(among ?? languages).map((code) => ({ value: code, label: languageNames[code] })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(languages.find((code) => code === currentTarget.value) ?? null)
      }
    />
  )
}
