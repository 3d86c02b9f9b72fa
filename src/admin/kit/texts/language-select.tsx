import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { useTexts } from './text-context.tsx'

interface LanguageSelectProps {
  size?: 'sm' | 'md'
  /** Called with what the user has chosen, to remember it beyond this browser. */
  onChoose?: (language: Language) => void
}

/** The choice of the admin's language; shows an error if one could not be loaded. */
export function LanguageSelect({ size = 'md', onChoose }: LanguageSelectProps) {
  const { t, language, failed, chooseLanguage } = useTexts()
  const [isLoading, setLoading] = useState(false)

  async function choose(wanted: string) {
    if (!isLanguage(wanted)) return
    onChoose?.(wanted)
    setLoading(true)
    await chooseLanguage(wanted)
    setLoading(false)
  }

  return (
    <NativeSelect
      size={size}
      label={t('languages.label')}
      value={language}
      data={languages.map((code) => ({ value: code, label: languageNames[code] }))}
      onChange={(event) => void choose(event.currentTarget.value)}
      rightSection={<ChevronIcon />}
      aria-busy={isLoading}
      error={failed && t('languages.failed', { code: failed })}
      errorProps={{ role: 'alert' }}
    />
  )
}
