import '#features/documents/admin/texts.ts'
import { useParams } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { Columns, Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { DocumentState } from '#features/documents/admin/parts/document-state.tsx'
import { useDocument } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'
import { documentPath } from '#features/documents/model.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import styles from './details.module.css'
import { DocumentActions } from './document-actions.tsx'
import { DocumentPanel } from './document-form.tsx'
import { FamilyPanel } from './family-panel.tsx'
import { PagePanel } from './page-panel.tsx'
import { VersionPanel } from './version-panel.tsx'

/** One document: what it says about itself, its state, and the versions of its file. */
export function DocumentScreen() {
  const { id = '' } = useParams()
  const { t } = useTexts()
  const query = useDocument(id)
  const back = <BackLink to="/admin/documents">{t('library.details.back')}</BackLink>
  // One that somebody else has erased for good meanwhile is not shown any longer.
  const isGone = query.error instanceof ApiError && query.error.status === 404
  if (query.data && !isGone) return <DocumentPart key={id} document={query.data} />
  return (
    <>
      <ScreenHeading title={t('screens.documents')} before={back} />
      {query.isError ? <LoadFailure query={query} title={t('library.details.failed')} /> : <LoadingLines />}
    </>
  )
}

function DocumentPart({ document }: { document: DocumentDetails }) {
  const { t, format } = useTexts()
  const canEdit = useCan(documentPermissions.edit)
  const { title, deleted_at, file_state, file_failure } = document
  return (
    <>
      <ScreenHeading
        title={title}
        before={<BackLink to="/admin/documents">{t('library.details.back')}</BackLink>}
        intro={
          <span className={styles.states}>
            <DocumentState document={document} />
          </span>
        }
        aside={<DocumentActions document={document} />}
      />
      <Notices>
        {deleted_at && <Notice>{t('library.details.deleted', { date: format.date(deleted_at) })}</Notice>}
        {file_state === 'failed' && file_failure && (
          <Notice kind="warning">{t(`library.failures.${file_failure}`)}</Notice>
        )}
      </Notices>
      <div className={styles.body}>
        <Stack gap="large">
          <Columns second="margin">
            <DocumentPanel document={document} readOnly={!canEdit || deleted_at !== null} />
            <DocumentFacts document={document} />
          </Columns>
          <FamilyPanel document={document} />
          <PagePanel document={document} />
          <VersionPanel document={document} />
        </Stack>
      </div>
    </>
  )
}

function DocumentFacts({ document }: { document: DocumentDetails }) {
  const { t, format, language } = useTexts()
  const { title, slug, picture_url, status, download_url, created_at, updated_at, published_at } = document
  const isPublic = status === 'published' && document.deleted_at === null
  const facts = [
    { name: t('library.details.created'), value: format.dateTime(created_at) },
    { name: t('library.details.updated'), value: format.dateTime(updated_at) },
    ...(published_at ? [{ name: t('library.details.published'), value: format.dateTime(published_at) }] : []),
    { name: t('library.details.views'), value: format.number(document.total_views) },
    { name: t('library.details.downloads'), value: format.number(document.total_downloads) },
  ]
  return (
    <Panel title={t('library.details.address')} size="small">
      {picture_url && (
        <img
          className={styles.cover}
          src={picture_url}
          alt={t('library.details.cover', { title })}
          width={480}
        />
      )}
      {[`/${document.mapped_language ?? language}${documentPath(slug)}`, download_url].map((address) => (
        <p key={address}>
          {isPublic ? (
            <OutwardLink to={address} dir="ltr">
              {address}
            </OutwardLink>
          ) : (
            <code dir="ltr">{address}</code>
          )}
        </p>
      ))}
      <p className={styles.quiet}>{t('library.details.addressHint')}</p>
      <Facts facts={facts} layout="ruled" />
    </Panel>
  )
}
