import './texts.ts'
import { PasswordInput, TextInput } from '@mantine/core'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { Form } from '#admin/kit/form/form.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useSiteName } from '#admin/kit/site-name.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { backupPath } from '#features/backups/admin/use-backups.ts'
import type { BackupDetails } from '#features/backups/contract.ts'
import { RestoreProgress } from '#features/backups/restoring/contract.ts'
import { progressPath } from './progress-path.ts'

/** Asks for the name of the site, and restores a backup. The page that follows needs no sign-in. */
export function RestoreForm({ backup }: { backup: BackupDetails }) {
  const { t } = useTexts()
  const api = useApi()
  const name = useSiteName()
  return (
    <Form
      initial={{ site_name: '', identity: '', send_again: false }}
      send={async ({ identity, ...values }) => {
        await api.send('POST', `${backupPath(backup.id)}/restore`, RestoreProgress, {
          ...values,
          ...(backup.is_encrypted && { identity }),
        })
        window.location.assign(progressPath)
      }}
      submit={t('restoring.confirm.start')}
    >
      {(form) => (
        <>
          <CheckField
            label={t('restoring.confirm.again')}
            checked={form.values.send_again}
            onChange={(isChecked) => form.setFieldValue('send_again', isChecked)}
          />
          <Hint>{t('restoring.confirm.againHint')}</Hint>
          {backup.is_encrypted && (
            <PasswordInput
              label={t('restoring.confirm.identity')}
              description={t('restoring.confirm.identityHint')}
              autoComplete="off"
              {...form.getInputProps('identity')}
            />
          )}
          <TextInput
            label={t('restoring.confirm.name', { name })}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('site_name')}
          />
        </>
      )}
    </Form>
  )
}
