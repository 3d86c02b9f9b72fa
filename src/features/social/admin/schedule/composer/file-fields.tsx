import { TextInput } from '@mantine/core'
import { autoDirection } from '#admin/kit/form/auto-direction.ts'
import { Choices } from '#admin/kit/form/choices.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { CloseIcon, Icon } from '#admin/kit/icons.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { describeFault } from '#features/social/admin/parts/stored-reason.ts'
import type { PostMedia } from '#features/social/posts/contract.ts'
import { formatFileSize } from '#ui/file-size.ts'
import styles from './composer.module.css'
import { changeVariant, describeFile, filesFor, shiftFile, variantOf, withoutFile } from './composition.ts'
import { faultsAt } from './faults.ts'
import type { Composing } from './use-composer.ts'
import type { Upload } from './use-file-uploads.ts'

const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif,video/mp4,video/quicktime,video/webm'

/** The pictures and videos of the posts: their order, their alternative texts, and who gets them. */
export function FileFields({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { files } = composer.composition
  return (
    <section className={styles.files} aria-label={t('composer.files.title')}>
      {files.length > 0 && (
        <ol>
          {files.map((file, index) => (
            <FileRow key={file.id} composer={composer} file={file} index={index} />
          ))}
        </ol>
      )}
      {composer.files.uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDismiss={() => composer.files.dismiss(upload.key)} />
      ))}
      <FileFaults composer={composer} />
      {composer.shown && files.length > 0 && composer.chosen.length > 1 && <FilesHere composer={composer} />}
      <DropField
        title={t('composer.files.drop')}
        choose={t('composer.files.choose')}
        accept={accepted}
        isMultiple
        onFile={(file) => void composer.files.add(file)}
      />
    </section>
  )
}

interface FileRowProps {
  composer: Composing
  file: PostMedia
  index: number
}

function FileRow({ composer, file, index }: FileRowProps) {
  const { t, format, language } = useTexts()
  const { files } = composer.composition
  const name = isolateWords(file.name)
  const shift = (by: 1 | -1) => composer.change((before) => shiftFile(before, index, by))
  return (
    <li className={styles.file}>
      {file.kind === 'image' ? (
        <img src={file.url} alt="" width={file.width} height={file.height} />
      ) : (
        <video src={file.url} preload="metadata" muted />
      )}
      <div>
        <p className={styles.fileName}>
          <bdi>{file.name}</bdi> <small>{formatFileSize(file.size, language)}</small>
        </p>
        <TextInput
          size="sm"
          label={t('composer.files.alternative')}
          description={t('composer.files.alternativeHint')}
          ref={autoDirection}
          maxLength={1500}
          value={file.alternative_text}
          aria-label={`${t('composer.files.alternative')}: ${t('composer.files.position', { number: format.number(index + 1) })}`}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            composer.change((before) => describeFile(before, file.id, value))
          }}
        />
      </div>
      <div className={styles.fileTools}>
        {files.length > 1 && (
          <>
            <ToolButton
              label={t('composer.files.earlier', { name })}
              isOff={index === 0}
              onPress={() => shift(-1)}
            >
              <path d="M10 16V4M5 9l5-5 5 5" />
            </ToolButton>
            <ToolButton
              label={t('composer.files.later', { name })}
              isOff={index === files.length - 1}
              onPress={() => shift(1)}
            >
              <path d="M10 4v12M5 11l5 5 5-5" />
            </ToolButton>
          </>
        )}
        <button
          type="button"
          className={styles.tool}
          aria-label={t('composer.files.remove', { name })}
          onClick={() => composer.change((before) => withoutFile(before, file.id))}
        >
          <CloseIcon />
        </button>
      </div>
    </li>
  )
}

interface ToolButtonProps {
  label: string
  isOff: boolean
  onPress: () => void
  children: React.ReactNode
}

/** Stays focusable when it can do nothing more, so that the focus is not lost at the end of the list. */
function ToolButton({ label, isOff, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      <Icon>{children}</Icon>
    </button>
  )
}

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t } = useTexts()
  const name = isolateWords(upload.name)
  if (upload.failure !== undefined)
    return (
      <div className={styles.upload}>
        <Hint isError role="alert">
          {t('composer.files.failed', { name, reason: upload.failure })}
        </Hint>
        <TextButton onClick={onDismiss}>{t('composer.files.dismiss')}</TextButton>
      </div>
    )
  return (
    <div className={styles.upload}>
      <Hint>{t('composer.files.uploading', { name })}</Hint>
      <ProgressBar label={t('composer.files.uploading', { name })} value={upload.part * 100} max={100} />
    </div>
  )
}

/** Why the shown account's platform does not take the files. */
function FileFaults({ composer }: { composer: Composing }) {
  const { t, format } = useTexts()
  const { shown, composition } = composer
  if (!shown) return null
  const faults = composer.faults.get(shown.id) ?? []
  const own = filesFor(composition, shown.id)
  const general = faultsAt(faults, 'files').filter(
    ({ code }) => composer.showsGaps || code !== 'file_required',
  )
  const single = faultsAt(faults, 'files.')
  return (
    <>
      {[...general, ...single].map((fault) => {
        const file = own[Number(fault.field.split('.')[1])]
        const sentence = describeFault(fault, t, format.number)
        return (
          <Hint key={`${fault.field} ${fault.code}`} isError role="alert">
            {file ? `${isolateWords(file.name)}: ${sentence}` : sentence}
          </Hint>
        )
      })}
    </>
  )
}

/** Which of the files the shown account gets. */
function FilesHere({ composer }: { composer: Composing }) {
  const { t } = useTexts()
  const { shown, composition } = composer
  if (!shown) return null
  const { left_out } = variantOf(composition, shown.id)
  const ids = composition.files.map(({ id }) => id)
  return (
    <Choices
      legend={t('composer.files.here', { account: isolateWords(shown.account_name) })}
      values={ids}
      chosen={ids.filter((id) => !left_out.includes(id))}
      label={(id) => <bdi>{composition.files.find((file) => file.id === id)?.name}</bdi>}
      onChange={(chosen) =>
        composer.change((before) =>
          changeVariant(before, shown.id, { left_out: ids.filter((id) => !chosen.includes(id)) }),
        )
      }
    />
  )
}
