import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Avatar } from '#admin/kit/avatar/avatar.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { Profile } from '#features/accounts/contract.ts'
import { ownPictureSizeLimit } from '#features/accounts/profile/contract.ts'
import styles from './profile.module.css'
import { useProfileData } from './use-profile-data.ts'

const path = '/api/auth/picture'
/** What the file picker offers. */
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'].join(',')

/** The picture that the team sees of the user: choosing another one, and removing it. */
export function PicturePanel({ profile }: { profile: Profile }) {
  const { t, format } = useTexts()
  const api = useApi()
  const takeOver = useProfileData()
  const [progress, setProgress] = useState(0)
  const upload = useAction({ showsFailure: true })
  const removal = useAction()
  const limit = format.number(ownPictureSizeLimit / 1024 / 1024)

  function send(file: File) {
    setProgress(0)
    upload.run(async () => {
      const form = new FormData()
      form.append('file', file, file.name || 'picture')
      takeOver(await api.upload(path, form, Profile, { onProgress: setProgress }))
    }, t('profile.pictureSaved'))
  }
  const remove = () =>
    removal.run(async () => {
      await api.command('DELETE', path)
      takeOver(await api.get('/api/auth/profile', Profile))
      upload.reset()
    }, t('profile.pictureRemoved'))

  return (
    <>
      <Hint>{t('profile.pictureText')}</Hint>
      <div className={styles.picture}>
        <Avatar member={profile} size="large" label={t('profile.pictureAlt')} />
        <div>
          {upload.isBusy ? (
            <UploadProgress progress={progress} />
          ) : (
            <DropField title={t('profile.pictureChoose')} accept={types} onFile={send}>
              <span>{t('profile.pictureHint', { limit })}</span>
            </DropField>
          )}
          {profile.picture !== undefined && (
            <Button variant="default" loading={removal.isBusy} disabled={upload.isBusy} onClick={remove}>
              {t('profile.pictureRemove')}
            </Button>
          )}
        </div>
      </div>
      <Hint isError role="alert">
        {upload.failure}
      </Hint>
    </>
  )
}

/** How much is sent, from 0 to 1; then the picture is being cut. */
function UploadProgress({ progress }: { progress: number }) {
  const { t } = useTexts()
  const words = t(progress < 1 ? 'profile.pictureSending' : 'profile.pictureCutting')
  return (
    <div role="status">
      <p>{words}</p>
      <progress aria-label={words} max={1} {...(progress < 1 && { value: progress })} />
    </div>
  )
}
