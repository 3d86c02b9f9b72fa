import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Language, languageNames } from '#shared/languages.ts'

interface CopyButtonProps {
  /** The language that is copied. */
  from: Language
  /** Whether there is a text that it would replace. */
  replaces: boolean
  onCopy: () => void
}

/** Copies a text of another language as a beginning, after a question where there is a text already. */
export function CopyButton({ from, replaces, onCopy }: CopyButtonProps) {
  const { t } = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => (replaces ? setAsking(true) : onCopy())}>
        {t('translation.copy.open')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('translation.copy.open')}
        confirm={t('translation.copy.confirm')}
        cancel={t('editor.stay')}
        focus="cancel"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onCopy()
        }}
      >
        {t('translation.copy.text', { language: languageNames[from] })}
      </ConfirmDialog>
    </>
  )
}
