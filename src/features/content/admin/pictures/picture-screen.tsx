import '#features/media/admin/parts/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { Columns, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock, LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { describeUses } from '#features/content/admin/parts/picture-uses.ts'
import {
  findUses,
  usePicture,
  usePictureUses,
  useRemovePicture,
} from '#features/media/admin/parts/use-pictures.ts'
import { isCampaignUse, type Picture, type ReplacedPicture } from '#features/media/contract.ts'
import { mediaPermissions } from '#features/media/permissions.ts'
import { AlternativesForm } from './alternatives-form.tsx'
import styles from './pictures.module.css'
import { Replacement, UseLinks } from './replacement.tsx'

const listPath = '/admin/pictures'

/** One picture: what it is, where it appears, and what is said of it in each language. */
export function PictureScreen() {
  const { t } = useTexts()
  const { id = '' } = useParams()
  const picture = usePicture(id)
  return (
    <>
      <ScreenHeading
        before={<BackLink to={listPath}>{t('pictures.back')}</BackLink>}
        title={picture.data?.filename ?? t('screens.pictures')}
      />
      {picture.isPending && <LoadingBlock height={320} />}
      {picture.isError && (
        <LoadFailure query={picture} describe={(reason) => t('pictures.failed', { reason })} />
      )}
      {picture.data && <PictureDetails key={id} picture={picture.data} />}
    </>
  )
}

function PictureDetails({ picture }: { picture: Picture }) {
  const { t, format } = useTexts()
  const canEdit = useCan(mediaPermissions.edit)
  const { src, width, height, size } = picture
  return (
    <Columns from="medium">
      <Stack>
        <img className={styles.picture} src={src} alt="" width={width} height={height} />
        <Hint>
          {t('pictures.dimensions', { width: format.number(width), height: format.number(height) })}
          {' · '}
          {t('pictures.weight', { size: format.number(Math.ceil(size / 1000)) })}
          {' · '}
          {t('pictures.uploadedAt', { date: format.dateTime(picture.created_at) })}
        </Hint>
        <Uses picture={picture} canEdit={canEdit} />
      </Stack>
      <Panel title={t('pictures.alternatives')} size="small">
        <AlternativesForm picture={picture} />
      </Panel>
    </Columns>
  )
}

function Uses({ picture, canEdit }: { picture: Picture; canEdit: boolean }) {
  const { t, format } = useTexts()
  const uses = usePictureUses(picture.id)
  const [replaced, setReplaced] = useState<ReplacedPicture['texts']>()
  const shown = uses.data?.flatMap((use) => ('is_newest' in use && use.is_newest ? [use] : [])) ?? []
  const isInCampaigns = uses.data?.some(isCampaignUse)
  return (
    <Panel title={t('pictures.usesTitle')} size="small">
      {uses.isPending && <LoadingLines />}
      {uses.isError && (
        <LoadFailure query={uses} describe={(reason) => t('pictures.usesFailed', { reason })} />
      )}
      {replaced && (
        <Notice>
          {replaced.length > 0
            ? t('pictures.replace.done', { count: replaced.length, number: format.number(replaced.length) })
            : t('pictures.replace.none')}
          <UseLinks uses={replaced} />
        </Notice>
      )}
      {uses.data && uses.data.length > 0 && <UseLinks uses={uses.data} />}
      {uses.data && <Hint>{t(uses.data.length > 0 ? 'pictures.deleteBlocked' : 'pictures.unused')}</Hint>}
      {canEdit && shown.length > 0 && <Replacement picture={picture} uses={shown} onDone={setReplaced} />}
      {canEdit && shown.length > 0 && isInCampaigns && <Hint>{t('pictures.replace.campaigns')}</Hint>}
      {canEdit && uses.data?.length === 0 && <Removal picture={picture} />}
    </Panel>
  )
}

function Removal({ picture }: { picture: Picture }) {
  const { t, language } = useTexts()
  const navigate = useNavigate()
  const toasts = useToasts()
  const removal = useRemovePicture()
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    removal.mutate(picture, {
      onSuccess() {
        toasts.show('success', t('pictures.deleted'))
        void navigate(listPath, { replace: true })
      },
      onSettled: () => setAsking(false),
    })
  return (
    <>
      {removal.error && (
        <Notice kind="error">
          {describeError(removal.error, t)} {describeUses(findUses(removal.error), t, language)}
        </Notice>
      )}
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('pictures.delete')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('pictures.delete')}
        confirm={t('pictures.removeNow')}
        cancel={t('pictures.keep')}
        focus="cancel"
        isBusy={removal.isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {t('pictures.removeQuestion', { name: picture.filename })}
      </ConfirmDialog>
    </>
  )
}
