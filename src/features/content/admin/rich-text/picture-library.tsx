import '@mantine/core/styles/Text.layer.css'
import { ActionIcon, Button, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { describeError } from '#admin/kit/api/errors.ts'
import { CloseIcon } from '#admin/kit/icons.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { MoreButton } from '#admin/kit/list/growing-list.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import { ContentKey } from '#features/content/contract.ts'
import { listPictureWidths, type Picture, PictureUse, picturePath } from '#features/media/contract.ts'
import { isLanguage, languageNames } from '#shared/languages.ts'
import styles from './rich-text.module.css'
import { usePictures, useRemovePicture } from './use-pictures.ts'

/** The uploaded pictures, to choose from and to delete. */
export function PictureLibrary({ onChoose }: { onChoose: (picture: Picture) => void }) {
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
            label={t('richText.picture.search')}
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
                  {t('richText.picture.removeNow')}
                </Button>
                <Button variant="default" onClick={() => setToDelete(undefined)}>
                  {t('richText.picture.keep')}
                </Button>
              </>
            }
          >
            {t('richText.picture.removeQuestion', { name: toDelete.filename })}
          </Notice>
        )}
        {removal.error && (
          <Notice kind="error">
            {describeError(removal.error, t)} {describeUses(removal.error, t, language)}
          </Notice>
        )}
        {pictures.isPending && <Skeleton height={120} />}
        {pictures.isError && <LoadFailure query={pictures} />}
        {isEmpty && <p>{t(search === '' ? 'richText.picture.none' : 'richText.picture.noMatch')}</p>}
        <ul className={styles.pictures}>
          {pictures.data?.map((picture) => (
            <li key={picture.id}>
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
                aria-label={t('richText.picture.remove', { name: picture.filename })}
                title={t('richText.picture.remove', { name: picture.filename })}
                onClick={() => setToDelete(picture)}
              >
                <CloseIcon />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <MoreButton query={pictures}>{t('richText.picture.more')}</MoreButton>
      </Stack>
    </section>
  )
}

function thumbnailOf({ digest, width }: Picture): string {
  return picturePath(digest, listPictureWidths(width)[0] ?? width, 'avif')
}

/** The texts that use a picture, which therefore could not be deleted. */
function describeUses(error: Error, t: Translate, uiLanguage: string): string {
  if (!(error instanceof ApiError)) return ''
  const uses = PictureUse.array().safeParse(error.members.uses)
  const places = uses.data?.map(({ key, language, version }) =>
    t('richText.picture.use', {
      text: ContentKey.safeParse(key).success ? contentTitle(ContentKey.parse(key), t) : key,
      language: isLanguage(language) ? languageNames[language] : language,
      version,
    }),
  )
  if (!places || places.length === 0) return ''
  return t('richText.picture.uses', { list: new Intl.ListFormat(uiLanguage).format(places) })
}
