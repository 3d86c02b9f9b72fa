import type { ReactNode } from 'react'
import { StateMark } from '#admin/kit/state-mark.tsx'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { TemplateEntry } from '#features/mail/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'

interface TemplateTabsProps {
  language: Language
  states: TemplateEntry['languages'] | undefined
  unsaved: Language[]
  onChoose: (language: string) => void
  children: ReactNode
}

/** The languages of a mail, each with whether its text is the built-in one. */
export function TemplateTabs({ states, ...rest }: TemplateTabsProps) {
  const { t, format } = useTexts()
  return (
    <LanguageTabs
      {...rest}
      label={t('emailTemplates.language')}
      markOf={(code) => <StateMark symbol={(states?.[code]?.edited ?? false) ? 'done' : 'none'} />}
      describe={(code) => {
        const state = states?.[code]
        return t(state?.edited ? 'emailTemplates.state.edited' : 'emailTemplates.state.builtIn', {
          language: languageNames[code],
          version: state?.version ?? 0,
          date: state?.updated_at ? format.date(state.updated_at) : '',
        })
      }}
    />
  )
}
