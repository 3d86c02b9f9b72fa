import { type DragEvent, useState } from 'react'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { pictureSizeLimit, pictureTypes } from '#features/media/contract.ts'
import styles from './rich-text.module.css'

interface PictureUploadProps {
  isRunning: boolean
  /** From 0 to 1. */
  progress: number
  onFile: (file: File) => void
}

/** A field that a picture is dropped on or chosen with. */
export function PictureUpload({ isRunning, progress, onFile }: PictureUploadProps) {
  const { t, format } = useTexts()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  if (isRunning) {
    // All has gone, but the picture is still being resized: a bar without an end.
    const value = progress < 1 ? progress : undefined
    return (
      <div className={styles.drop} role="status">
        <span>{t(progress < 1 ? 'richText.picture.uploading' : 'richText.picture.resizing')}</span>
        <progress
          aria-label={t('richText.picture.uploading')}
          max={1}
          {...(value !== undefined && { value })}
        />
      </div>
    )
  }
  return (
    <label
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className={styles.dropTitle}>{t('richText.picture.upload')}</span>
      <span>
        {t('richText.picture.uploadHint', { limit: format.number(pictureSizeLimit / 1024 / 1024) })}
      </span>
      <input
        type="file"
        accept={pictureTypes.join(',')}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
