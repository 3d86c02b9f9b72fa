import type { ReactNode } from 'react'
import { LanguageTabs } from '#admin/kit/texts/language-tabs.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { StateMark } from '#features/mail/admin/messages/state-mark.tsx'
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
      markOf={(code) => <StateMark isEdited={states?.[code]?.edited ?? false} />}
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
