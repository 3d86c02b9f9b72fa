import '@mantine/core/styles/Text.layer.css'
import { ActionIcon, Button, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { describeError } from '#admin/kit/api/errors.ts'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  findUses,
  thumbnailOf,
  usePictures,
  useRemovePicture,
} from '#features/media/admin/parts/use-pictures.ts'
import type { Picture } from '#features/media/contract.ts'
import styles from './picture-library.module.css'
import { describeUses } from './picture-uses.ts'

interface PictureLibraryProps {
  /** The picture that is not offered. */
  except?: string
  onChoose: (picture: Picture) => void
}

/** The uploaded pictures, to choose from and to delete. */
export function PictureLibrary({ except, onChoose }: PictureLibraryProps) {
  const { t, language } = useTexts()
  const [search, setSearch] = useState('')
  const pictures = usePictures(search.trim())
  const removal = useRemovePicture()
  const [toDelete, setToDelete] = useState<Picture>()
  const isEmpty = pictures.data?.length === 0
  return (
    <section aria-label={t('richText.picture.library')}>
      <Stack>
        {(!isEmpty || search !== '') && (
          <TextInput
            type="search"
            label={t('pictures.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {toDelete && (
          <Notice
            actions={
              <>
                <Button
                  onClick={() => {
                    removal.mutate(toDelete)
                    setToDelete(undefined)
                  }}
                >
                  {t('pictures.removeNow')}
                </Button>
                <Button variant="default" onClick={() => setToDelete(undefined)}>
                  {t('pictures.keep')}
                </Button>
              </>
            }
          >
            {t('pictures.removeQuestion', { name: toDelete.filename })}
          </Notice>
        )}
        {removal.error && (
          <Notice kind="error">
            {describeError(removal.error, t)} {describeUses(findUses(removal.error), t, language)}
          </Notice>
        )}
        {pictures.isPending && <Skeleton height={120} />}
        {pictures.isError && <LoadFailure query={pictures} />}
        {isEmpty && <p>{t(search === '' ? 'pictures.none' : 'pictures.noMatch')}</p>}
        <ul className={styles.pictures}>
          {pictures.data?.map((picture) => (
            <li key={picture.id} hidden={picture.id === except}>
              <UnstyledButton
                className={styles.pick ?? ''}
                fz="0.8125rem"
                aria-label={t('richText.picture.choose', { name: picture.filename })}
                onClick={() => onChoose(picture)}
              >
                <img src={thumbnailOf(picture)} alt="" loading="lazy" decoding="async" />
                <Text component="bdi" inherit truncate>
                  {picture.filename}
                </Text>
              </UnstyledButton>
              <ActionIcon
                className={styles.remove ?? ''}
                variant="subtle"
                size="2rem"
                aria-label={t('pictures.remove', { name: picture.filename })}
                title={t('pictures.remove', { name: picture.filename })}
                onClick={() => setToDelete(picture)}
              >
                <CloseIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <MoreButton query={pictures}>{t('pictures.more')}</MoreButton>
      </Stack>
    </section>
  )
}
