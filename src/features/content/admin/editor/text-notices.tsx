import { Button } from '@mantine/core'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Newer } from './newer-version.ts'

interface TextNoticesProps {
  /** Whether what is unsaved here was written before a reload or in a window that has closed. */
  isRecovered: boolean
  onDiscard: () => void
  /** The newer version that was saved meanwhile. */
  newer: Newer | undefined
  isChanged: boolean
  onMerge: () => void
  onLoad: () => void
}

/** Notices about recovered text and about a newer version. */
export function TextNotices(props: TextNoticesProps) {
  const { isRecovered, onDiscard, newer, isChanged, onMerge, onLoad } = props
  const { t, format } = useTexts()
  const version = format.number(newer?.version ?? 0)
  const name = newer?.author ?? t('history.newer.somebody')
  return (
    <>
      {isRecovered && (
        <Notice
          actions={
            <Button variant="default" onClick={onDiscard}>
              {t('history.discard')}
            </Button>
          }
        >
          {t('history.recovered')}
        </Notice>
      )}
      {newer && (
        <Notice
          kind="warning"
          title={
            newer.isOwn
              ? t('history.newer.titleSelf', { version })
              : t('history.newer.title', { name, version })
          }
          actions={
            isChanged ? (
              <Button onClick={onMerge}>{t('history.newer.merge')}</Button>
            ) : (
              <Button variant="default" onClick={onLoad}>
                {t('history.newer.load')}
              </Button>
            )
          }
        >
          {t(isChanged ? 'history.newer.mine' : 'history.newer.unchanged')}
        </Notice>
      )}
    </>
  )
}
