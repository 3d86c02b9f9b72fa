import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCanIn } from '#admin/kit/api/api-context.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentKey } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import type { Language } from '#shared/languages.ts'
import { SourceChanges } from './source-changes.tsx'
import { useTranslationActions, useTranslationState } from './use-translation.ts'

interface TranslationNoticesProps {
  contentKey: ContentKey
  language: Language
  /** Whether something is unsaved; saving it also confirms the translation. */
  isChanged: boolean
}

/** Notices about an outdated translation and about an unconfirmed machine translation. */
export function TranslationNotices({ contentKey, language, isChanged }: TranslationNoticesProps) {
  const { t } = useTexts()
  const { data: state } = useTranslationState(contentKey, language)
  const { confirming } = useTranslationActions(contentKey, language)
  const canEdit = useCanIn(contentPermissions.edit, language)
  const [isOpen, setOpen] = useState(false)
  if (!state) return null

  const { id, source, outdated, made_by, changes } = state
  const confirm = (label: string) =>
    id !== null &&
    canEdit &&
    !isChanged && (
      <Button
        variant="default"
        loading={confirming.isPending}
        onClick={() => confirming.mutate({ id, source })}
      >
        {label}
      </Button>
    )
  return (
    <>
      {made_by === 'machine' && (
        <Notice
          title={t('translation.machine.title')}
          // An outdated text is confirmed in the notice below.
          actions={!outdated && confirm(t('translation.machine.confirm'))}
        >
          {t('translation.machine.text')}
        </Notice>
      )}
      {outdated && (
        <>
          <Notice
            title={t('translation.outdated.title')}
            actions={
              <>
                <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  {isOpen ? t('translation.outdated.hide') : t('translation.outdated.show')}
                </Button>
                {confirm(t('translation.outdated.confirm'))}
              </>
            }
          >
            {t('translation.outdated.text')}
          </Notice>
          {isOpen && <SourceChanges changes={changes} />}
        </>
      )}
    </>
  )
}
