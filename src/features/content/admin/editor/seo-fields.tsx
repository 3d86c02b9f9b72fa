import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { OverLimit, TextFields } from '#features/content/admin/drafts/edits.ts'
import { countGraphemes, seoDescriptionLimit, seoTitleLimit } from '#features/content/model.ts'
import { directionOf, type Language } from '#shared/languages.ts'

interface SeoFieldsProps {
  language: Language
  fields: TextFields
  readOnly: boolean
  /** The field that takes the focus, because it is too long to be saved. */
  focus?: OverLimit | undefined
  onChange: (change: Partial<TextFields>) => void
}

/** The search fields: title, description and keywords, with the limits of search engines. */
export function SeoFields({ language, fields, readOnly, focus, onChange }: SeoFieldsProps) {
  const { t, format } = useTexts()
  const title = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focus) (focus.field === 'seo_title' ? title : text).current?.focus()
  }, [focus])
  const own = { lang: language, dir: directionOf(language), readOnly }

  const count = (value: string, limit: number) => {
    const used = countGraphemes(value)
    return {
      description: t('editor.counter', { used: format.number(used), limit: format.number(limit) }),
      error:
        used > limit &&
        t('editor.tooLong', { count: format.number(used - limit), limit: format.number(limit) }),
    }
  }

  return (
    <Stack>
      <TextInput
        ref={title}
        label={t('editor.seoTitle')}
        {...count(fields.seo_title, seoTitleLimit)}
        {...own}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.seo_title}
        onChange={(event) => onChange({ seo_title: event.currentTarget.value })}
      />
      <Textarea
        ref={text}
        label={t('editor.seoDescription')}
        rows={4}
        {...count(fields.seo_description, seoDescriptionLimit)}
        {...own}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.seo_description}
        onChange={(event) => onChange({ seo_description: event.currentTarget.value })}
      />
      <TextInput
        label={t('editor.seoKeywords')}
        description={t('editor.seoKeywordsHint')}
        {...own}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.seo_keywords}
        maxLength={500}
        onChange={(event) => onChange({ seo_keywords: event.currentTarget.value })}
      />
    </Stack>
  )
}
