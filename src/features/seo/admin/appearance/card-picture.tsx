import '#admin/kit/rich-text/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PictureLibrary } from '#features/content/admin/parts/picture-library.tsx'
import { PictureUpload } from '#features/media/admin/parts/picture-upload.tsx'
import { useUpload } from '#features/media/admin/parts/use-pictures.ts'
import type { Picture } from '#features/media/contract.ts'
import { mediaPermissions } from '#features/media/permissions.ts'
import type { PageAppearance } from '#features/seo/appearance/contract.ts'
import { shareCardSize } from '#features/seo/model.ts'
import type { Language } from '#shared/languages.ts'
import { useAppearanceChange } from './use-appearance.ts'

interface CardPictureProps {
  page: PageAppearance
  language: Language
}

/** Puts an uploaded picture in the place of the drawn one with which a page is shared, and takes it away. */
export function CardPicture({ page: { page, picture }, language }: CardPictureProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const change = useAppearanceChange()
  const { isBusy, run } = useAction({ onSettled: () => setOpen(false) })
  return (
    <>
      <Button variant="default" size="sm" onClick={() => setOpen(true)}>
        {t('seo.appearance.picture.replace')}
      </Button>
      {picture !== null && (
        <Button
          variant="default"
          size="sm"
          loading={isBusy}
          onClick={() =>
            run(
              () => change(page, { picture: { language, digest: null } }),
              t('seo.appearance.picture.removed'),
            )
          }
        >
          {t('seo.appearance.picture.remove')}
        </Button>
      )}
      {isOpen && (
        <PictureChoice
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onChoose={({ digest }, inAll) =>
            run(
              () => change(page, { picture: { language: inAll ? 'all' : language, digest } }),
              t('seo.appearance.picture.saved'),
            )
          }
        />
      )}
    </>
  )
}

interface PictureChoiceProps {
  isBusy: boolean
  onChoose: (picture: Picture, inAllLanguages: boolean) => void
  onClose: () => void
}

function PictureChoice({ isBusy, onChoose, onClose }: PictureChoiceProps) {
  const { t, format } = useTexts()
  const [inAll, setInAll] = useState(false)
  const canUpload = useCan(mediaPermissions.edit)
  const choose = (picture: Picture) => {
    if (!isBusy) onChoose(picture, inAll)
  }
  const upload = useUpload(choose)
  const { width, height } = shareCardSize
  return (
    <Dialog opened onClose={onClose} size="46rem" title={t('seo.appearance.picture.title')}>
      <Stack>
        <Hint>
          {t('seo.appearance.picture.hint', { width: format.number(width), height: format.number(height) })}
        </Hint>
        <CheckField label={t('seo.appearance.picture.all')} checked={inAll} onChange={setInAll} />
        {canUpload && (
          <PictureUpload isRunning={upload.isRunning} progress={upload.progress} onFile={upload.start} />
        )}
        {upload.error && <Notice kind="error">{describeError(upload.error, t)}</Notice>}
        <PictureLibrary onChoose={choose} />
      </Stack>
    </Dialog>
  )
}
