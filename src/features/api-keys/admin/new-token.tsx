import { Button } from '@mantine/core'
import { useState } from 'react'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { NewApiKey } from '#features/api-keys/contract.ts'
import styles from './api-keys.module.css'
import { findExampleCall } from './key-draft.ts'

/** The token of a new key, which nobody can see again. Leaving before it was copied is asked about. */
export function NewToken({ made: { key, token }, onDone }: { made: NewApiKey; onDone: () => void }) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  const example = findExampleCall(key.scopes)
  return (
    <Stack>
      <Notice kind="warning" title={t('apiKeys.token.once')}>
        {t('apiKeys.token.onceText')}
      </Notice>
      <CopyField
        label={t('apiKeys.token.label', { name: key.name })}
        value={token}
        onCopied={() => setCopied(true)}
      />
      <p>{t('apiKeys.token.use')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <pre className={styles.example} dir="ltr" tabIndex={0}>
        {example
          ? `curl -H "Authorization: Bearer ${token}" \\\n  "${location.origin}${example}"`
          : `Authorization: Bearer ${token}`}
      </pre>
      <p>
        <OutwardLink to="/api">{t('apiKeys.reference')}</OutwardLink>
      </p>
      <ButtonRow>
        <Button variant={isCopied ? 'filled' : 'default'} onClick={onDone}>
          {t('apiKeys.token.done')}
        </Button>
      </ButtonRow>
      <LeaveGuard
        isDirty={!isCopied}
        title={t('apiKeys.token.leaveTitle')}
        text={t('apiKeys.token.leaveText')}
      />
    </Stack>
  )
}
