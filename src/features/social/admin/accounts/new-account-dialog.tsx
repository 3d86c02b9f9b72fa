import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Form } from '#admin/kit/form/form.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { SocialPlatform } from '#features/social/accounts/contract.ts'
import styles from './accounts.module.css'
import { useAccountActions } from './use-accounts.ts'

interface NewAccountDialogProps {
  /** The platform whose account is added; the dialog is closed without one. */
  platform: SocialPlatform | undefined
  /** The account that is connected again. */
  accountName: string
  onClose: () => void
}

/** Connects an account that needs no page of its platform: with a token, or by its name alone. */
export function NewAccountDialog({ platform, accountName, onClose }: NewAccountDialogProps) {
  const { t } = useTexts()
  const title = platform ? t('accounts_screen.adding.title', { platform: platform.name }) : ''
  return (
    <Dialog opened={platform !== undefined} onClose={onClose} title={title} size="36rem">
      {platform && (
        <Stack>
          {platform.connection === 'token' ? (
            <TokenSteps />
          ) : (
            <>
              <Notice
                kind="warning"
                title={t('accounts_screen.adding.unimplemented', { platform: platform.name })}
              >
                {t('accounts_screen.adding.assistedOffer')}
              </Notice>
              <p>{t('accounts_screen.adding.assisted', { platform: platform.name })}</p>
            </>
          )}
          <AccountForm platform={platform} accountName={accountName} onClose={onClose} />
        </Stack>
      )}
    </Dialog>
  )
}

/** How a bot becomes an administrator of a channel. */
function TokenSteps() {
  const { t } = useTexts()
  return (
    <ol className={styles.steps}>
      <li>
        {t('accounts_screen.adding.steps.bot')}{' '}
        <OutwardLink to="https://t.me/BotFather">{isolate('@BotFather')}</OutwardLink>
      </li>
      <li>{t('accounts_screen.adding.steps.administrator')}</li>
      <li>{t('accounts_screen.adding.steps.paste')}</li>
    </ol>
  )
}

function AccountForm({
  platform,
  accountName,
  onClose,
}: NewAccountDialogProps & { platform: SocialPlatform }) {
  const { t } = useTexts()
  const toasts = useToasts()
  const { add } = useAccountActions()
  const hasToken = platform.connection === 'token'
  const required = t('accounts_screen.adding.required')
  return (
    <Form
      initial={{ account_name: accountName, credentials: { token: '' } }}
      validate={{
        account_name: (value) => (value.trim() === '' ? required : null),
        credentials: { token: (value) => (hasToken && value.trim() === '' ? required : null) },
      }}
      send={async ({ account_name, credentials }) => {
        await add({ platform: platform.id, account_name, ...(hasToken && { credentials }) })
        toasts.show('success', t('accounts_screen.connecting.connected', { platform: platform.name }))
        onClose()
      }}
      submit={t(hasToken ? 'accounts_screen.connect' : 'accounts_screen.adding.useAssisted')}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('accounts_screen.cancel')}
        </Button>
      }
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            label={t(hasToken ? 'accounts_screen.adding.channel' : 'accounts_screen.adding.name')}
            description={t(
              hasToken ? 'accounts_screen.adding.channelHint' : 'accounts_screen.adding.nameHint',
            )}
            autoComplete="off"
            dir="auto"
            maxLength={100}
            errorProps={{ role: 'alert' }}
            {...form.getInputProps('account_name')}
          />
          {hasToken && (
            <PasswordInput
              label={t('accounts_screen.adding.token')}
              description={t('accounts_screen.adding.tokenHint')}
              autoComplete="off"
              dir="ltr"
              maxLength={500}
              errorProps={{ role: 'alert' }}
              {...form.getInputProps('credentials.token')}
            />
          )}
        </>
      )}
    </Form>
  )
}
