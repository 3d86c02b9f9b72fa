import { Textarea, TextInput } from '@mantine/core'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { DocumentSeoTexts } from '#features/seo/documents/contract.ts'
import { templateLimits } from '#features/seo/documents/settings.ts'
import {
  documentDescriptionVariables,
  documentTitleVariables,
  plainTitleTemplate,
} from '#features/seo/templates/model.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import type { DocumentSeoForm } from './use-document-seo.ts'
import { VariableButtons } from './variable-buttons.tsx'

interface TemplateFieldsProps {
  form: DocumentSeoForm
  language: Language
  readOnly: boolean
}

/** The templates of a language, with the variables that may stand in them. */
export function TemplateFields({ form, language, readOnly }: TemplateFieldsProps) {
  const { t } = useTexts()
  const { draft, errors, edit } = form
  const texts = draft.texts[language]
  const change = (next: Partial<DocumentSeoTexts>) =>
    edit({ texts: { ...draft.texts, [language]: { ...texts, ...next } } })
  const own = { lang: language, dir: directionOf(language), readOnly }
  const errorOf = (name: keyof DocumentSeoTexts) => errors[`languages.${language}.${name}`] ?? errors[name]
  return (
    <Stack>
      <TextInput
        {...own}
        label={t('seo.documents.title')}
        placeholder={plainTitleTemplate}
        maxLength={templateLimits.title}
        value={texts.documents_title_template}
        error={errorOf('documents_title_template')}
        onChange={({ currentTarget }) => change({ documents_title_template: currentTarget.value })}
      />
      {!readOnly && (
        <VariableButtons
          names={documentTitleVariables}
          onInsert={(text) =>
            change({ documents_title_template: join(texts.documents_title_template, text) })
          }
        />
      )}
      <Textarea
        {...own}
        label={t('seo.documents.description')}
        placeholder="{{description}}"
        rows={3}
        maxLength={templateLimits.description}
        value={texts.documents_description_template}
        error={errorOf('documents_description_template')}
        onChange={({ currentTarget }) => change({ documents_description_template: currentTarget.value })}
      />
      {!readOnly && (
        <VariableButtons
          names={documentDescriptionVariables}
          onInsert={(text) =>
            change({ documents_description_template: join(texts.documents_description_template, text) })
          }
        />
      )}
      <TextInput
        {...own}
        label={t('seo.documents.keywords')}
        maxLength={templateLimits.keywords}
        value={texts.documents_keywords_base}
        error={errorOf('documents_keywords_base')}
        onChange={({ currentTarget }) => change({ documents_keywords_base: currentTarget.value })}
      />
      <Hint>{t('seo.documents.keywordsHint')}</Hint>
      <Hint>{t('seo.documents.otherLanguages')}</Hint>
    </Stack>
  )
}

const join = (before: string, text: string) => (before === '' ? text : `${before.trimEnd()} ${text}`)
