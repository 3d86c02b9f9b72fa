import { Button } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

/** The link that is passed on by hand, and to whom. */
export interface GivenLink {
  url: string
  email: string
}

/** Shows a link once; only its button closes it, since it cannot be shown again. */
export function InvitationLink({ link, onClose }: { link: GivenLink | undefined; onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Dialog opened={link !== undefined} title={t('users.link.title')}>
      {link && <LinkToCopy {...link} onClose={onClose} />}
    </Dialog>
  )
}

function LinkToCopy({ url, email, onClose }: GivenLink & { onClose: () => void }) {
  const { t } = useTexts()
  return (
    <Stack>
      <p>{t('users.link.text', { email: isolateWords(email) })}</p>
      <p>{t('users.link.once')}</p>
      <CopyField label={t('users.link.label')} value={url} />
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          {t('users.link.done')}
        </Button>
      </ButtonRow>
    </Stack>
  )
}
