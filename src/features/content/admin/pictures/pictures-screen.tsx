import '#features/media/admin/parts/texts.ts'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { FilterBar, Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { SearchFilter } from '#admin/kit/list/filters.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import { PictureUpload } from '#features/media/admin/parts/picture-upload.tsx'
import { thumbnailOf, usePictures, useUpload } from '#features/media/admin/parts/use-pictures.ts'
import type { Picture } from '#features/media/contract.ts'
import { mediaPermissions } from '#features/media/permissions.ts'
import styles from './pictures.module.css'

/** The pictures of the texts. */
export function PicturesScreen() {
  const { t } = useTexts()
  const canEdit = useCan(mediaPermissions.edit)
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  return (
    <>
      <ScreenHeading title={t('screens.pictures')} intro={t('pictures.intro')} />
      <Stack>
        {canEdit && <Upload />}
        <FilterBar>
          <SearchFilter
            label={t('pictures.search')}
            value={search}
            onChange={(value) => setParams(value ? { search: value } : {}, { replace: true })}
          />
        </FilterBar>
        <PictureGrid search={search.trim()} />
      </Stack>
    </>
  )
}

function Upload() {
  const { t } = useTexts()
  const toasts = useToasts()
  const upload = useUpload(({ filename }) =>
    toasts.show('success', t('pictures.uploaded', { name: filename })),
  )
  return (
    <>
      <PictureUpload isRunning={upload.isRunning} progress={upload.progress} onFile={upload.start} />
      {upload.error && <Notice kind="error">{describeError(upload.error, t)}</Notice>}
    </>
  )
}

function PictureGrid({ search }: { search: string }) {
  const { t, format } = useTexts()
  const pictures = usePictures(search)
  if (!pictures.data) {
    return pictures.isError ? (
      <LoadFailure query={pictures} describe={(reason) => t('pictures.failed', { reason })} />
    ) : (
      <LoadingLines />
    )
  }
  if (pictures.data.length === 0) {
    return search === '' ? (
      <EmptyState title={t('pictures.none')}>{t('pictures.noneText')}</EmptyState>
    ) : (
      <EmptyState title={t('pictures.noMatch')} />
    )
  }
  const shown = format.number(pictures.data.length)
  return (
    <>
      <ul className={styles.grid}>
        {pictures.data.map((picture) => (
          <PictureTile key={picture.id} picture={picture} />
        ))}
      </ul>
      <Hint>{t('pictures.range', { shown, total: format.number(pictures.total) })}</Hint>
      <MoreButton query={pictures}>{t('pictures.more')}</MoreButton>
    </>
  )
}

function PictureTile({ picture }: { picture: Picture }) {
  const { format } = useTexts()
  return (
    <li>
      <Link className={styles.tile} to={`/admin/pictures/${picture.id}`}>
        <img src={thumbnailOf(picture)} alt="" loading="lazy" decoding="async" />
        <bdi>{picture.filename}</bdi>
        <small>{format.date(picture.created_at)}</small>
      </Link>
    </li>
  )
}
