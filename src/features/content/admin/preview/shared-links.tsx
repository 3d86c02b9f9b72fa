import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint, Meta } from '#admin/kit/layout/hint.tsx'
import { Row, Rows } from '#admin/kit/layout/rows.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { SharedPreview } from '#features/previews/contract.ts'
import type { PreviewedText } from './previewer.ts'
import { useRevocation, useSharedPreviews } from './use-shared-previews.ts'

interface SharedLinksProps {
  opened: boolean
  text: PreviewedText
  onClose: () => void
}

/** The links to a text that were handed out and still work, and buttons to revoke them. */
export function SharedLinks({ opened, text, onClose }: SharedLinksProps) {
  const { t } = useTexts()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('preview.links.title')} size="38rem">
      <Links text={text} />
    </Dialog>
  )
}

function Links({ text }: { text: PreviewedText }) {
  const { t } = useTexts()
  const links = useSharedPreviews(text)
  const [asked, setAsked] = useState<SharedPreview>()
  if (links.isError && !links.data) return <LoadFailure query={links} />
  if (!links.data) return <LoadingBlock height={120} />
  return (
    <Stack>
      <Hint>{t(links.data.length > 0 ? 'preview.links.text' : 'preview.links.none')}</Hint>
      {links.data.length > 0 && (
        <Rows>
          {links.data.map((link) => (
            <LinkRow key={link.id} link={link} onRevoke={() => setAsked(link)} />
          ))}
        </Rows>
      )}
      <RevokeQuestion text={text} asked={asked} onClose={() => setAsked(undefined)} />
    </Stack>
  )
}

function LinkRow({ link, onRevoke }: { link: SharedPreview; onRevoke: () => void }) {
  const { t, format } = useTexts()
  return (
    <Row>
      <div>
        <p>
          <bdi>{link.created_by}</bdi>
        </p>
        <Meta>
          <span>{t('preview.links.made', { date: format.dateTime(link.created_at) })}</span>
          <span>{t('preview.until', { date: format.dateTime(link.expires_at) })}</span>
        </Meta>
      </div>
      <Button variant="default" size="sm" onClick={onRevoke}>
        {t('preview.links.revoke')}
      </Button>
    </Row>
  )
}

interface RevokeQuestionProps {
  text: PreviewedText
  asked: SharedPreview | undefined
  onClose: () => void
}

function RevokeQuestion({ text, asked, onClose }: RevokeQuestionProps) {
  const { t, format } = useTexts()
  const { isBusy, revoke } = useRevocation(text, onClose)
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t('preview.links.revokeTitle')}
      confirm={t('preview.links.revoke')}
      cancel={t('preview.links.keep')}
      focus="cancel"
      isBusy={isBusy}
      onConfirm={() => asked && revoke(asked.id)}
      onClose={onClose}
    >
      {asked &&
        t('preview.links.revokeText', {
          name: asked.created_by,
          date: format.dateTime(asked.created_at),
        })}
    </ConfirmDialog>
  )
}
