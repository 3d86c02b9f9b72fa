import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'
import { directionOf, languageNames } from '#shared/languages.ts'
import type { ContentItem } from '../contract.ts'
import { isBlankHtml } from './content-state.ts'
import styles from './editor.module.css'

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }))

interface VersionViewerProps {
  item: ContentItem | undefined
  canEdit: boolean
  onClose: () => void
  onUse: (item: ContentItem) => void
}

/** One saved version, to look at and perhaps to take up again. */
export function VersionViewer({ item, canEdit, onClose, onUse }: VersionViewerProps) {
  const { t, format } = useTexts()
  return (
    <Dialog
      opened={item !== undefined}
      onClose={onClose}
      size="46rem"
      title={
        item
          ? t('editor.versionOn', {
              version: format.number(item.version),
              date: format.dateTime(item.created_at),
            })
          : ''
      }
    >
      {item && (
        <div className={styles.viewer}>
          {isBlankHtml(item.content) ? (
            <p className={styles.absent}>{t('editor.noText')}</p>
          ) : (
            <Suspense fallback={<Skeleton height={200} />}>
              <RichText
                key={item.id}
                readOnly
                html={item.content}
                language={item.language}
                label={t('editor.text', { language: languageNames[item.language] })}
              />
            </Suspense>
          )}
          <SeoSummary item={item} />
          {canEdit && <Button onClick={() => onUse(item)}>{t('editor.useVersion')}</Button>}
        </div>
      )}
    </Dialog>
  )
}

function SeoSummary({ item }: { item: ContentItem }) {
  const { t } = useTexts()
  const shown = (['seo_title', 'seo_description', 'seo_keywords'] as const).filter(
    (field) => item[field] !== '',
  )
  if (shown.length === 0) return null
  const labels = {
    seo_title: 'seoTitle',
    seo_description: 'seoDescription',
    seo_keywords: 'seoKeywords',
  } as const
  return (
    <dl className={styles.summary}>
      {shown.map((field) => (
        <div key={field}>
          <dt>{t(`editor.${labels[field]}`)}</dt>
          <dd lang={item.language} dir={directionOf(item.language)}>
            {item[field]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
