import { Button } from '@mantine/core'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/text-context.tsx'

interface TextNoticesProps {
  isRecovered: boolean
  /** The newer version that someone else has saved. */
  conflict: number | undefined
  onSeeTheirs: (version: number) => void
  onSaveOnTop: (version: number) => void
}

/** What a writer has to know before going on. */
export function TextNotices({ isRecovered, conflict, onSeeTheirs, onSaveOnTop }: TextNoticesProps) {
  const { t, format } = useTexts()
  return (
    <>
      {isRecovered && <Notice>{t('editor.recovered')}</Notice>}
      {conflict !== undefined && (
        <Notice
          kind="error"
          title={t('editor.conflictTitle', { version: format.number(conflict) })}
          actions={
            <>
              <Button variant="default" onClick={() => onSeeTheirs(conflict)}>
                {t('editor.seeTheirs')}
              </Button>
              <Button onClick={() => onSaveOnTop(conflict)}>{t('editor.saveOnTop')}</Button>
            </>
          }
        >
          {t('editor.conflictText')}
        </Notice>
      )}
    </>
  )
}
