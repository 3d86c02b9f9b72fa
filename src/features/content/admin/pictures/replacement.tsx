import '#admin/kit/rich-text/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PictureLibrary } from '#features/content/admin/parts/picture-library.tsx'
import { nameUse, type ShownUse } from '#features/content/admin/parts/picture-uses.ts'
import { PictureUpload } from '#features/media/admin/parts/picture-upload.tsx'
import { thumbnailOf, useReplacePicture, useUpload } from '#features/media/admin/parts/use-pictures.ts'
import {
  isCampaignUse,
  isSharedUse,
  type Picture,
  type ReplacedPicture,
  type TextPictureUse,
} from '#features/media/contract.ts'
import styles from './pictures.module.css'

interface ReplacementProps {
  picture: Picture
  /** The texts whose newest version shows it. */
  uses: TextPictureUse[]
  onDone: (texts: ReplacedPicture['texts']) => void
}

/** Shows another picture in the place of this one: chooses it, asks, and saves drafts of the texts. */
export function Replacement({ picture, uses, onDone }: ReplacementProps) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('pictures.replace.open')}
      </Button>
      {isOpen && (
        <ReplacementDialog picture={picture} uses={uses} onDone={onDone} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

function ReplacementDialog({ picture, uses, onDone, onClose }: ReplacementProps & { onClose: () => void }) {
  const { t, format } = useTexts()
  const [other, setOther] = useState<Picture>()
  const upload = useUpload(setOther)
  const replacement = useReplacePicture(picture.id)
  const isSame = other?.id === picture.id
  const replace = (by: Picture) =>
    replacement.mutate(by.id, {
      onSuccess({ texts }) {
        onClose()
        onDone(texts)
      },
    })
  return (
    <Dialog opened onClose={onClose} size="46rem" title={t('pictures.replace.title')}>
      {!other || isSame ? (
        <Stack>
          <PictureUpload isRunning={upload.isRunning} progress={upload.progress} onFile={upload.start} />
          {upload.error && <Notice kind="error">{describeError(upload.error, t)}</Notice>}
          {isSame && <Notice kind="error">{t('pictures.replace.same')}</Notice>}
          <PictureLibrary except={picture.id} onChoose={setOther} />
        </Stack>
      ) : (
        <Stack>
          <div className={styles.exchange}>
            <Figure picture={picture} caption={t('pictures.replace.before')} />
            <Figure picture={other} caption={t('pictures.replace.after')} />
          </div>
          <p>{t('pictures.replace.question', { count: uses.length, number: format.number(uses.length) })}</p>
          <UseLinks uses={uses} />
          {replacement.error && <Notice kind="error">{describeError(replacement.error, t)}</Notice>}
          <ButtonRow>
            <Button loading={replacement.isPending} onClick={() => replace(other)}>
              {t('pictures.replace.confirm')}
            </Button>
            <Button variant="default" disabled={replacement.isPending} onClick={() => setOther(undefined)}>
              {t('pictures.replace.another')}
            </Button>
          </ButtonRow>
        </Stack>
      )}
    </Dialog>
  )
}

function Figure({ picture, caption }: { picture: Picture; caption: string }) {
  return (
    <figure>
      <img src={thumbnailOf(picture)} alt="" />
      <figcaption>
        {caption} <bdi>{picture.filename}</bdi>
      </figcaption>
    </figure>
  )
}

/** Texts and campaigns, each leading to its editor. */
export function UseLinks({ uses }: { uses: readonly ShownUse[] }) {
  const { t } = useTexts()
  return (
    <ul className={styles.uses}>
      {uses.map((use) => (
        <li key={pathOf(use)}>
          <Link to={pathOf(use)}>{nameUse(use, t)}</Link>
        </li>
      ))}
    </ul>
  )
}

function pathOf(use: ShownUse): string {
  if (isCampaignUse(use)) return `/admin/email/campaigns/${use.campaign_id}`
  if (isSharedUse(use)) return `/admin/seo/appearance?language=${use.language}`
  return `/admin/content/${use.key}?language=${use.language}`
}
