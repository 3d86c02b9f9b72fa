import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useLanguageLimit } from '#admin/kit/api/own-language.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Base, TextFields } from '#features/content/admin/drafts/edits.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'

const RichText = lazy(async () => ({
  default: (await import('#features/content/admin/rich-text/rich-text.tsx')).RichText,
}))

interface TextPanelProps {
  language: Language
  fields: TextFields
  saved: Base
  /** What the page shows while nothing is published. */
  builtIn: string
  readOnly: boolean
  onChange: (change: Partial<TextFields>) => void
}

/** The text itself; for an empty one, an offer to start from the built-in text. */
export function TextPanel({ language, fields, saved, builtIn, readOnly, onChange }: TextPanelProps) {
  const { t } = useTexts()
  const limit = useLanguageLimit(language)
  const isBlank = isBlankHtml(fields.content)
  const isCleared = isBlank && !isBlankHtml(saved.fields.content)
  return (
    <>
      {readOnly && <Notice>{limit ?? t('editor.readOnly')}</Notice>}
      {isCleared && <Notice>{t('editor.cleared')}</Notice>}
      {isBlank && !isCleared && builtIn !== '' && (
        <Notice
          actions={
            !readOnly && (
              <Button variant="default" onClick={() => onChange({ content: builtIn })}>
                {t('editor.useBuiltIn')}
              </Button>
            )
          }
        >
          {t('editor.empty')}
        </Notice>
      )}
      <Suspense fallback={<Skeleton height={360} />}>
        <RichText
          html={fields.content}
          language={language}
          label={t('editor.text', { language: languageNames[language] })}
          readOnly={readOnly}
          onChange={(content) => onChange({ content })}
        />
      </Suspense>
    </>
  )
}
