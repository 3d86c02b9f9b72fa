import { Button } from '@mantine/core'
import { useState } from 'react'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { QuestionDialog } from '#features/social/admin/parts/question-dialog.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { usePostActions } from './use-posts.ts'

/** Removes a published post from its platform, where that can be done from here. */
export function RemoveButton({ post }: { post: SocialPost }) {
  const { t } = useTexts()
  const { takeDown } = usePostActions()
  const [isAsked, setIsAsked] = useState(false)
  const platform = platformNames[post.platform]
  // The dialog stays until it is closed: what has been removed meanwhile is removed once.
  if (!post.is_removable && !isAsked) return null
  return (
    <>
      <ButtonRow>
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {t('alerts.removing.open', { platform })}
        </Button>
      </ButtonRow>
      <QuestionDialog
        opened={isAsked}
        title={t('alerts.removing.title', { platform })}
        confirm={t('alerts.removing.open', { platform })}
        done={t('alerts.removing.done', { platform })}
        onConfirm={() => takeDown(post.id)}
        onClose={() => setIsAsked(false)}
      >
        <p>{t('alerts.removing.text', { platform })}</p>
      </QuestionDialog>
    </>
  )
}
