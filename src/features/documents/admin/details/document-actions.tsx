import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import {
  type DialogKind,
  DocumentDialog,
  useDocumentAction,
} from '#features/documents/admin/parts/document-dialog.tsx'
import { useDocumentActions } from '#features/documents/admin/use-documents.ts'
import type { DocumentDetails } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'

/** What can be done to a document as it is now, by this user. */
export function DocumentActions({ document }: { document: DocumentDetails }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<DialogKind>()
  const { reopen, recover } = useDocumentActions()
  const reopening = useDocumentAction('reopen')
  const recovering = useDocumentAction('recover')
  const kinds = useKinds(document)
  const { id, status, deleted_at } = document
  const canPublish = useCan(documentPermissions.publish)
  const canRemove = useCan(documentPermissions.remove)
  return (
    <ButtonRow>
      {canPublish && status === 'archived' && !deleted_at && (
        <Button loading={reopening.isBusy} onClick={() => reopening.run(() => reopen(id))}>
          {t('library.actions.reopen')}
        </Button>
      )}
      {canRemove && deleted_at && (
        <Button loading={recovering.isBusy} onClick={() => recovering.run(() => recover(id))}>
          {t('library.actions.recover')}
        </Button>
      )}
      {kinds.map((kind) => (
        <Button key={kind} variant={kind === 'publish' ? 'filled' : 'default'} onClick={() => setAsked(kind)}>
          {t(`library.actions.${kind}`)}
        </Button>
      ))}
      {asked && (
        <DocumentDialog
          kind={asked}
          document={document}
          onDone={() => {
            if (asked === 'delete' || asked === 'erase') void navigate('/admin/documents')
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </ButtonRow>
  )
}

/** What is asked about first, in the order of the buttons. */
function useKinds({ status, deleted_at, file_state, versions }: DocumentDetails): DialogKind[] {
  const canPublish = useCan(documentPermissions.publish)
  const canRemove = useCan(documentPermissions.remove)
  const canErase = useCan(documentPermissions.erase)
  if (deleted_at) return canErase ? ['erase'] : []
  const isServable = file_state === 'ready' || versions.some(({ is_current }) => is_current)
  const kinds: DialogKind[] = []
  if (canPublish && status === 'draft' && isServable) kinds.push('publish')
  if (canPublish && status === 'published') kinds.push('unpublish')
  if (canPublish && status !== 'archived') kinds.push('archive')
  if (canRemove) kinds.push('delete')
  return kinds
}
