import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface NewSecretProps {
  secret: string
  /** Until when the earlier secret signs too, in words. */
  overlap?: string | undefined
  onDone: () => void
}

/** The secret of a webhook, which nobody can see again. Leaving before it was copied is asked about. */
export function NewSecret({ secret, overlap, onDone }: NewSecretProps) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  return (
    <Stack>
      <Notice kind="warning" title={t('webhooks.secret.once')}>
        {t('webhooks.secret.onceText')}
      </Notice>
      <CopyField label={t('webhooks.secret.label')} value={secret} onCopied={() => setCopied(true)} />
      {overlap && <p>{t('webhooks.secret.overlap', { date: overlap })}</p>}
      <p>{t('webhooks.secret.use')}</p>
      <p>
        <OutwardLink to="https://www.standardwebhooks.com">{t('webhooks.secret.libraries')}</OutwardLink>
      </p>
      <ButtonRow>
        <Button variant={isCopied ? 'filled' : 'default'} onClick={onDone}>
          {t('webhooks.secret.done')}
        </Button>
      </ButtonRow>
      <LeaveGuard
        isDirty={!isCopied}
        title={t('webhooks.secret.leaveTitle')}
        text={t('webhooks.secret.leaveText')}
      />
    </Stack>
  )
}
