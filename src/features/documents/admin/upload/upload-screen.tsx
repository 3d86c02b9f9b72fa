import '#features/documents/admin/texts.ts'
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { CheckField } from '#admin/kit/form/check-field.tsx'
import { DropField } from '#admin/kit/form/drop-field.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { DocumentsHead } from '#features/documents/admin/documents-head.tsx'
import { useDocument, useUploadLimits } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails, UploadLimits } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { formatFileSize } from '#ui/file-size.ts'
import styles from './upload.module.css'
import { canSend, isUnfinished, listMissingLanguages } from './upload-list.ts'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

/** The upload of one or many PDFs, each with what is to be said of it. */
export function UploadScreen() {
  const { t } = useTexts()
  const canUpload = useCan(documentPermissions.upload)
  const limits = useUploadLimits()
  const [params] = useSearchParams()
  const id = params.get('family')
  const family = useDocument(id ?? undefined)
  const isReady = id === null || family.data !== undefined
  return (
    <>
      <DocumentsHead />
      {!canUpload ? (
        <Notice>{t('library.upload.forbidden')}</Notice>
      ) : limits.data && isReady ? (
        <UploadPart key={id} limits={limits.data} family={family.data} />
      ) : limits.isError ? (
        <LoadFailure query={limits} />
      ) : family.isError ? (
        <LoadFailure query={family} title={t('library.details.failed')} />
      ) : (
        <LoadingLines />
      )}
    </>
  )
}

interface UploadPartProps {
  limits: UploadLimits
  /** The document that the files are in other languages. */
  family: DocumentDetails | undefined
}

function UploadPart({ limits, family }: UploadPartProps) {
  const { t, format } = useTexts()
  const limit = limits.size_limit * 1024 * 1024
  const among = family && listMissingLanguages(family)
  const list = useUploads({
    ...{ limit, cleansMetadata: limits.cleans_metadata },
    family: family && among && { id: family.id, among },
  })
  const { uploads, families } = list
  const ready = uploads.filter((one) => canSend(one) && (!among || one.draft.language !== ''))
  return (
    <Stack gap="medium">
      <LeaveGuard
        isDirty={uploads.some(isUnfinished)}
        title={t('library.upload.leaveTitle')}
        text={t('library.upload.leaveText')}
      />
      {family && <Notice>{t('library.upload.familyOf', { title: family.title })}</Notice>}
      <DropField
        title={t('library.upload.drop')}
        choose={t('library.upload.choose')}
        accept="application/pdf,.pdf"
        isMultiple
        onFile={list.add}
      >
        <span>{t('library.upload.hint', { limit: format.number(limits.size_limit) })}</span>
      </DropField>
      <Storage storage={limits.storage} />
      {uploads.length > 0 && (
        <>
          <ul className={styles.list}>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                {...{ upload, among }}
                sizeLimit={limits.size_limit}
                actions={list}
              />
            ))}
          </ul>
          {!family && families.length > 0 && (
            <CheckField
              label={t('library.upload.together', { titles: format.list(families) })}
              checked={list.keepsTogether}
              onChange={list.setKeepsTogether}
            />
          )}
          <ButtonRow>
            <Button
              disabled={ready.length === 0}
              onClick={() => {
                for (const { id } of ready) list.start(id)
              }}
            >
              {t('library.upload.sendAll', { number: format.number(ready.length) })}
            </Button>
            {uploads.some(({ state }) => state.kind === 'done') && (
              <Button variant="default" onClick={list.clearDone}>
                {t('library.upload.clear')}
              </Button>
            )}
          </ButtonRow>
        </>
      )}
    </Stack>
  )
}

/** How much of the store is in use. */
function Storage({ storage: { used, quota } }: Pick<UploadLimits, 'storage'>) {
  const { t, language } = useTexts()
  const size = (bytes: number) => formatFileSize(bytes, language)
  const text =
    quota === null
      ? t('library.upload.storage', { used: size(used) })
      : t('library.upload.storageOf', { used: size(used), quota: size(quota) })
  return (
    <div className={styles.storage}>
      <span>{text}</span>
      {quota !== null && <ProgressBar label={text} value={used} max={quota} text={text} />}
    </div>
  )
}
