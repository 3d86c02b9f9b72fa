import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { InspirationPanel } from '#features/documents/admin/parts/inspiration-panel.tsx'
import type { ChosenPage } from '#features/documents/admin/parts/pages/page-view.tsx'
import { RecentDocuments } from '#features/documents/admin/parts/recent-documents.tsx'
import { documentPermissions } from '#features/documents/permissions.ts'
import { addText } from '#features/social/admin/schedule/composer/composition.ts'
import type { Composing } from '#features/social/admin/schedule/composer/use-composer.ts'
import { captionOf } from './caption.ts'

/** The published documents, whose pages can become a part of the posts. */
export function InspirationPart({ composer }: { composer: Composing }) {
  const { t, language } = useTexts()
  const toasts = useToasts()
  const [isOpen, setOpen] = useState(false)
  const mayRead = useCan(documentPermissions.read)
  if (!mayRead) return null

  async function take({ document, page, picture }: ChosenPage): Promise<void> {
    const file = new File([picture], `${document.slug}-${page}.png`, { type: 'image/png' })
    // In the language of the document: it is read beside the picture.
    const alternative = `${document.title} (${page})`
    composer.change((before) =>
      addText(before, composer.shown?.id, captionOf(document, composer.siteOrigin, language)),
    )
    await composer.files.add(file, alternative)
    toasts.show('success', t('inspiration.used'))
  }

  return (
    <Panel
      title={t('inspiration.title')}
      aside={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'inspiration.hide' : 'inspiration.show')}
        </Button>
      }
    >
      <Hint>{t('inspiration.intro')}</Hint>
      {isOpen ? (
        <InspirationPanel use={{ label: t('inspiration.use'), run: take }} />
      ) : (
        <RecentDocuments onChoose={() => setOpen(true)} />
      )}
    </Panel>
  )
}
