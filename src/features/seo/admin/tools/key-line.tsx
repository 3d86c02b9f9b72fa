import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { seoPermissions } from '#features/seo/permissions.ts'
import { useSubmissionActions } from './use-submissions.ts'

/** Our key of IndexNow, once there is one, and how it is replaced. */
export function KeyLine({ url }: { url: string | null }) {
  const { t } = useTexts()
  const mayReplace = useCan(seoPermissions.change)
  const { replaceKey } = useSubmissionActions()
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useAction()
  if (url === null) return null
  const replace = async () => {
    await replaceKey()
    setAsking(false)
  }
  return (
    <>
      <ButtonRow>
        <OutwardLink to={new URL(url).pathname}>{t('submissions.key.name')}</OutwardLink>
        {mayReplace && (
          <Button variant="subtle" onClick={() => setAsking(true)}>
            {t('submissions.key.replace')}
          </Button>
        )}
      </ButtonRow>
      <ConfirmDialog
        opened={isAsking}
        title={t('submissions.key.title')}
        confirm={t('submissions.key.replace')}
        cancel={t('submissions.cancel')}
        focus="cancel"
        isBusy={isBusy}
        onConfirm={() => run(replace, t('submissions.key.replaced'))}
        onClose={() => setAsking(false)}
      >
        {t('submissions.key.text')}
      </ConfirmDialog>
    </>
  )
}
