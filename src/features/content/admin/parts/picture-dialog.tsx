import { Box, Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import frame from '#admin/kit/rich-text/editor.module.css'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { PictureUpload } from '#features/media/admin/parts/picture-upload.tsx'
import { useUpload } from '#features/media/admin/parts/use-pictures.ts'
import { alternativeTextLimit, type Picture } from '#features/media/contract.ts'
import { mediaPermissions } from '#features/media/permissions.ts'
import { directionOf, type Language } from '#shared/languages.ts'
import { PictureLibrary } from './picture-library.tsx'

/** The attributes of a picture in a text. */
export interface PictureAttributes {
  src: string
  alt: string
  width: number
  height: number
}

interface PictureDialogProps {
  language: Language
  /** The picture that is to be changed; otherwise a new one is chosen. */
  changed?: PictureAttributes
  /** A file that was dropped or pasted into the text. */
  file?: File
  onChoose: (attributes: PictureAttributes) => void
  onClose: () => void
}

/** Chooses a picture and asks for its alternative text, which is required. */
export function PictureDialog({ language, changed, file, onChoose, onClose }: PictureDialogProps) {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<Omit<PictureAttributes, 'alt'> | undefined>(changed)
  const [alt, setAlt] = useState(changed?.alt ?? '')
  const [isMissing, setMissing] = useState(false)
  const canUpload = useCan(mediaPermissions.edit)
  const upload = useUpload(take)
  const begun = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the file that the window was opened with
  useEffect(() => {
    if (!file || !canUpload || begun.current) return
    begun.current = true
    upload.start(file)
  }, [])

  // The dialog set its focus before the field existed.
  const field = useRef<HTMLInputElement>(null)
  const isChosen = chosen !== undefined
  useEffect(() => {
    if (isChosen) field.current?.focus()
  }, [isChosen])

  function take({ src, width, height, alternatives }: Picture) {
    setChosen({ src, width, height })
    // What was typed for the picture before is not replaced.
    setAlt((typed) => typed || (alternatives[language] ?? ''))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    // React's events bubble from the dialog's form to the form of the screen.
    event.stopPropagation()
    if (!chosen) return
    if (alt.trim() === '') return setMissing(true)
    const { src, width, height } = chosen
    onChoose({ src, width, height, alt: alt.trim() })
  }

  return (
    <Dialog opened onClose={onClose} size="46rem" title={t('richText.picture.title')}>
      {!chosen && (
        <div className={frame.form}>
          {canUpload ? <Uploading upload={upload} /> : <Notice>{t('richText.picture.noUpload')}</Notice>}
          <PictureLibrary onChoose={take} />
        </div>
      )}
      {chosen && (
        <form className={frame.form} onSubmit={submit} noValidate>
          <ChosenPicture {...chosen} />
          <TextInput
            ref={field}
            label={t('richText.picture.alt')}
            description={t('richText.picture.altHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            withAsterisk={false}
            data-autofocus
            lang={language}
            dir={directionOf(language)}
            maxLength={alternativeTextLimit}
            value={alt}
            error={isMissing && t('richText.picture.altMissing')}
            onChange={(event) => {
              setAlt(event.currentTarget.value)
              setMissing(false)
            }}
          />
          <div className={frame.choices}>
            <Button type="submit">{t(changed ? 'richText.picture.apply' : 'richText.picture.insert')}</Button>
            <Button variant="default" onClick={() => setChosen(undefined)}>
              {t('richText.picture.another')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function Uploading({ upload }: { upload: ReturnType<typeof useUpload> }) {
  const { t } = useTexts()
  return (
    <>
      <PictureUpload isRunning={upload.isRunning} progress={upload.progress} onFile={upload.start} />
      {upload.error && <Notice kind="error">{describeError(upload.error, t)}</Notice>}
    </>
  )
}

function ChosenPicture({ src, width, height }: Omit<PictureAttributes, 'alt'>) {
  const size = { w: 'auto', maw: '100%', h: 'auto', mah: '16rem' }
  return (
    <div>
      <Box
        component="img"
        src={src}
        alt=""
        width={width}
        height={height}
        display="block"
        bd="1px solid var(--rule)"
        {...size}
      />
    </div>
  )
}
