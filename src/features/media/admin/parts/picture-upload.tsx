import { Flex } from '@mantine/core'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { pictureSizeLimit, pictureTypes } from '#features/media/contract.ts'

interface PictureUploadProps {
  isRunning: boolean
  /** From 0 to 1. */
  progress: number
  onFile: (file: File) => void
}

/** A field that a picture is dropped on or chosen with. */
export function PictureUpload({ isRunning, progress, onFile }: PictureUploadProps) {
  const { t, format } = useTexts()
  if (isRunning) {
    // Everything is sent and the picture is being resized: an indeterminate progress bar.
    const value = progress < 1 ? progress : undefined
    return (
      <Flex direction="column" gap="0.35rem" role="status">
        <span>{t(progress < 1 ? 'pictures.uploading' : 'pictures.resizing')}</span>
        <progress aria-label={t('pictures.uploading')} max={1} {...(value !== undefined && { value })} />
      </Flex>
    )
  }
  return (
    <DropField title={t('pictures.upload')} accept={pictureTypes.join(',')} onFile={onFile}>
      <span>{t('pictures.uploadHint', { limit: format.number(pictureSizeLimit / 1024 / 1024) })}</span>
    </DropField>
  )
}
