import { SelectFilter } from '#admin/kit/list/filters.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { documentFilters } from '#features/documents/contract.ts'
import { languageNames } from '#shared/languages.ts'

export type LanguageChoice = (typeof documentFilters.language)[number]

interface LanguageFilterProps {
  /** Undefined for all documents. */
  value: LanguageChoice | undefined
  onChange: (value: LanguageChoice | undefined) => void
}

/** The filter of documents by their language, or by having none. */
export function LanguageFilter({ value, onChange }: LanguageFilterProps) {
  const { t } = useTexts()
  return (
    <SelectFilter
      label={t('library.filters.language')}
      any={t('library.filters.anyLanguage')}
      options={documentFilters.language.map((one) => ({
        value: one,
        label: one === 'universal' ? t('library.universal') : languageNames[one],
      }))}
      value={value ?? ''}
      onChange={(chosen) => onChange(documentFilters.language.find((one) => one === chosen))}
    />
  )
}
