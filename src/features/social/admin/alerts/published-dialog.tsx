import { Button } from '@mantine/core'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { platformNames } from '#features/social/contract.ts'
import type { SocialPost } from '#features/social/posts/contract.ts'
import { PublishedForm } from './published-form.tsx'

interface PublishedDialogProps {
  /** The post that was published; the dialog is closed without one. */
  post: SocialPost | undefined
  onClose: () => void
}

/** Notes that a post is out, with the address at which it was found. */
export function PublishedDialog({ post, onClose }: PublishedDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog opened={post !== undefined} onClose={onClose} title={t('alerts.published.title')}>
      {post && (
        <Stack>
          <p>{t('alerts.published.text', { platform: platformNames[post.platform] })}</p>
          <PublishedForm
            post={post}
            onDone={onClose}
            actions={
              <Button variant="default" onClick={onClose}>
                {t('accounts_screen.cancel')}
              </Button>
            }
          />
        </Stack>
      )}
    </Dialog>
  )
}
