import { Flex, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useCanIn } from '#admin/kit/api/api-context.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentKey } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, type Language, languageNames, languages } from '#shared/languages.ts'
import { copyStructure } from './copy-structure.ts'
import { MachineOrder } from './machine-order.tsx'
import { readReference, writeReference } from './reference.ts'
import { ReferencePane } from './reference-pane.tsx'
import styles from './translation-editor.module.css'
import { TranslationNotices } from './translation-notices.tsx'

interface TranslationEditorProps {
  contentKey: ContentKey
  language: Language
  /** Whether the text in this language is unsaved. */
  isChanged: boolean
  /** Whether there is any text in this language. */
  hasText: boolean
  onCopy: (html: string) => void
  /** The text itself. */
  children: ReactNode
}

/** A text with the tools for translators: notices, another language side by side, machine translation. */
export function TranslationEditor(props: TranslationEditorProps) {
  const { contentKey, language, isChanged, hasText, onCopy, children } = props
  const { t } = useTexts()
  const canEdit = useCanIn(contentPermissions.edit, language)
  const [params, setParams] = useSearchParams()
  const reference = readReference(params, language)
  const write = (next: typeof reference) => setParams(writeReference(params, next), { replace: true })
  const which = reference?.which ?? 'published'

  return (
    <>
      <TranslationNotices key={language} contentKey={contentKey} language={language} isChanged={isChanged} />
      <Flex className={styles.tools ?? ''} wrap="wrap" gap="0.75rem 1rem" align="end">
        <NativeSelect
          label={t('translation.reference.label')}
          rightSection={<ChevronIcon />}
          value={reference?.language ?? ''}
          data={[
            { value: '', label: t('translation.reference.none') },
            ...languages
              .filter((code) => code !== language)
              .map((code) => ({ value: code, label: languageNames[code] })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            write(isLanguage(value) ? { language: value, which } : undefined)
          }}
        />
        {reference && (
          <NativeSelect
            label={t('translation.reference.which')}
            rightSection={<ChevronIcon />}
            value={which}
            data={(['published', 'newest'] as const).map((value) => ({
              value,
              label: t(`translation.reference.${value}`),
            }))}
            onChange={(event) =>
              write({ ...reference, which: event.currentTarget.value === 'newest' ? 'newest' : 'published' })
            }
          />
        )}
        {canEdit && (
          <MachineOrder
            key={language}
            contentKey={contentKey}
            language={language}
            reference={reference?.language}
            isChanged={isChanged}
          />
        )}
      </Flex>
      <div className={styles.texts} data-beside={reference !== undefined || undefined}>
        {reference && (
          <ReferencePane
            contentKey={contentKey}
            reference={reference}
            hasText={hasText}
            onCopy={canEdit ? (html) => onCopy(copyStructure(html, reference.language, language)) : undefined}
          />
        )}
        <Stack>{children}</Stack>
      </div>
    </>
  )
}
