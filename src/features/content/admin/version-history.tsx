import { Button } from '@mantine/core'
import { useTexts } from '#admin/kit/text-context.tsx'
import type { ContentItem } from '../contract.ts'
import styles from './editor.module.css'

interface VersionHistoryProps {
  versions: ContentItem[]
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  onOpen: (version: number) => void
}

/** Every saved version of a text in one language, newest first. */
export function VersionHistory({ versions, hasOlder, isLoadingOlder, onOlder, onOpen }: VersionHistoryProps) {
  const { t, format } = useTexts()
  return (
    <section className={styles.history}>
      <h2>{t('editor.history')}</h2>
      {versions.length === 0 && <p className={styles.absent}>{t('editor.historyEmpty')}</p>}
      <ol>
        {versions.map(({ id, version, created_at, published }) => (
          <li key={id}>
            <button type="button" aria-describedby={`version-${id}`} onClick={() => onOpen(version)}>
              {t('editor.version', { version: format.number(version) })}
            </button>
            <span id={`version-${id}`}>
              <time dateTime={created_at}>{format.dateTime(created_at)}</time>
              {published && <b>{t('editor.publishedMark')}</b>}
            </span>
          </li>
        ))}
      </ol>
      {hasOlder && (
        <Button variant="default" size="sm" loading={isLoadingOlder} onClick={onOlder}>
          {t('editor.older')}
        </Button>
      )}
    </section>
  )
}
