import { Box, Button, Flex, Input, Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { VisuallyHidden } from '#admin/kit/layout/visually-hidden.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { TextDifference, WordDifference } from '#features/content/admin/diff/text-difference-view.tsx'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import { directionOf, type Language, languageNames } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { type SearchField, searchFields } from './merge.ts'
import { useRestore, useVersion } from './use-history.ts'
import styles from './version-dialog.module.css'

const choice = { gap: '0.5rem', align: 'center', mih: '2rem', fz: '0.9375rem' }

const RichText = lazy(async () => ({
  default: (await import('#features/content/admin/rich-text/rich-text.tsx')).RichText,
}))

interface VersionDialogProps {
  contentKey: ContentKey
  language: Language
  version: number
  newest: number
  canEdit: boolean
  /** Whether something is unsaved in this language; then nothing can be restored. */
  isChanged: boolean
  onOpen: (version: number) => void
  onClose: () => void
}

/** One version: its text, its changes against any other version, and a button to restore it. */
export function VersionDialog(props: VersionDialogProps) {
  const { contentKey, language, version, newest, canEdit, isChanged, onOpen, onClose } = props
  const { t, format } = useTexts()
  const [isWhole, setWhole] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const other = chosen ?? version - 1
  const item = useVersion(contentKey, language, version)

  return (
    <Dialog
      opened
      onClose={onClose}
      size="54rem"
      title={t('history.version.title', { version: format.number(version) })}
    >
      <Stack>
        <Flex className={styles.controls ?? ''} wrap="wrap" gap="0.75rem 1.75rem" align="center" pb="0.9rem">
          <Flex component="fieldset" wrap="wrap" gap="0.25rem 1.25rem">
            <VisuallyHidden as="legend">{t('history.version.view')}</VisuallyHidden>
            {[false, true].map((whole) => (
              <Flex component="label" key={String(whole)} {...choice}>
                <input
                  type="radio"
                  name="version-view"
                  checked={isWhole === whole}
                  onChange={() => setWhole(whole)}
                />
                {t(whole ? 'history.version.text' : 'history.version.changes')}
              </Flex>
            ))}
          </Flex>
          {!isWhole && newest > 1 && (
            <Flex component="label" {...choice}>
              {t('history.version.compareWith')}
              <Input
                type="number"
                w="5rem"
                min={1}
                max={newest}
                value={other === 0 ? '' : other}
                onChange={(event) => setChosen(event.currentTarget.valueAsNumber || 0)}
              />
            </Flex>
          )}
          <Flex gap="0.5rem" ms="auto">
            <Button variant="default" size="sm" disabled={version <= 1} onClick={() => onOpen(version - 1)}>
              {t('history.version.previous')}
            </Button>
            <Button
              variant="default"
              size="sm"
              disabled={version >= newest}
              onClick={() => onOpen(version + 1)}
            >
              {t('history.version.next')}
            </Button>
          </Flex>
        </Flex>
        {item.isError && (
          <Notice kind="error">
            {t('history.version.failed', { reason: describeError(item.error, t) })}
          </Notice>
        )}
        {item.isPending && <Skeleton height={200} />}
        {item.data &&
          (isWhole ? <Whole item={item.data} /> : <Changes item={item.data} other={other} newest={newest} />)}
        {item.data && canEdit && version !== newest && (
          <Restore item={item.data} newest={newest} isChanged={isChanged} onRestored={onClose} />
        )}
      </Stack>
    </Dialog>
  )
}

function Changes({ item, other, newest }: { item: ContentItem; other: number; newest: number }) {
  const { t, format } = useTexts()
  const { key, language, version } = item
  const before = useVersion(key, language, other >= 1 && other <= newest ? other : undefined)
  const names = { from: format.number(other), to: format.number(version) }
  if (other === 0 && version === 1) return <Hint>{t('history.version.first')}</Hint>
  if (other < 1 || other > newest) {
    const said = { version: format.number(other), newest: format.number(newest) }
    return <Notice>{t('history.version.missing', said)}</Notice>
  }
  if (before.isError)
    return (
      <Notice kind="error">{t('history.version.failed', { reason: describeError(before.error, t) })}</Notice>
    )
  if (!before.data) return <Skeleton height={200} />
  const from = before.data
  const changed = searchFields.filter((field) => from[field] !== item[field])
  if (from.content === item.content && changed.length === 0)
    return <Hint>{t('history.version.identical', names)}</Hint>
  return (
    <>
      <Hint>{t('history.difference.legend')}</Hint>
      {from.content !== item.content && (
        <TextDifference
          before={from.content}
          after={item.content}
          language={language}
          label={t('history.difference.label', names)}
        />
      )}
      {changed.length > 0 && (
        <SearchFields fields={changed}>
          {(field) => <WordDifference before={from[field]} after={item[field]} language={language} />}
        </SearchFields>
      )}
    </>
  )
}

/** The labels of the search fields. */
export const fieldLabels = {
  seo_title: 'editor.seoTitle',
  seo_description: 'editor.seoDescription',
  seo_keywords: 'editor.seoKeywords',
} as const

function Whole({ item }: { item: ContentItem }) {
  const { t } = useTexts()
  const { language } = item
  return (
    <>
      {isBlankHtml(item.content) ? (
        <Hint>{t('editor.noText')}</Hint>
      ) : (
        <Suspense fallback={<Skeleton height={200} />}>
          <RichText
            key={item.id}
            readOnly
            html={item.content}
            language={language}
            label={t('editor.text', { language: languageNames[language] })}
          />
        </Suspense>
      )}
      <SearchFields fields={searchFields.filter((field) => item[field] !== '')}>
        {(field) => (
          <div lang={language} dir={directionOf(language)}>
            {item[field]}
          </div>
        )}
      </SearchFields>
    </>
  )
}

interface SearchFieldsProps {
  fields: readonly SearchField[]
  children: (field: SearchField) => ReactNode
}

function SearchFields({ fields, children }: SearchFieldsProps) {
  const { t } = useTexts()
  return (
    <Flex component="dl" direction="column" gap="0.6rem">
      {fields.map((field) => (
        <div key={field}>
          <Box component="dt" c="dimmed" fz="0.8125rem">
            {t(fieldLabels[field])}
          </Box>
          <dd>{children(field)}</dd>
        </div>
      ))}
    </Flex>
  )
}

interface RestoreProps {
  item: ContentItem
  newest: number
  isChanged: boolean
  onRestored: () => void
}

function Restore({ item, newest, isChanged, onRestored }: RestoreProps) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const restoring = useRestore(newest)

  function restore() {
    restoring.mutate(item, {
      onSuccess: ({ version }) => {
        const names = { from: format.number(item.version), version: format.number(version) }
        toasts.show('success', t('history.version.restored', names))
        onRestored()
      },
      onError: (error) =>
        toasts.show('error', t('history.version.restoreFailed', { reason: describeError(error, t) })),
    })
  }

  return (
    <Flex className={styles.restore ?? ''} wrap="wrap" gap="0.75rem 1.25rem" align="center" pt="1rem">
      <Button loading={restoring.isPending} disabled={isChanged} onClick={restore}>
        {t('history.version.restore')}
      </Button>
      <Box component="p" flex="1 1 16rem" c="dimmed" fz="sm">
        {t(isChanged ? 'history.version.unsaved' : 'history.version.restoreHint')}
      </Box>
    </Flex>
  )
}
