import '#features/signatures/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ResendDialog } from '#features/signatures/admin/resend-dialog.tsx'
import { SignatureState } from '#features/signatures/admin/signature-state.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import { canSendAgain, useLeadSignature } from '#features/signatures/admin/use-signatures.ts'
import type { SignatureDetail } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { InvitePeopleDialog } from './invite-people-dialog.tsx'

interface LeadSignatureProps {
  lead: { id: string; name: string }
}

/** The signature of a lead: its state, and the buttons to invite them or to send another link. */
export function LeadSignature({ lead }: LeadSignatureProps) {
  const { t } = useSentTexts()
  const query = useLeadSignature(lead.id)
  const canInvite = useCan(signaturePermissions.invite)
  const [dialog, setDialog] = useState<'invite' | 'resend'>()
  const signature = query.data
  // Who holds a revoked one may begin again.
  // Erased meanwhile, while their page is still open.
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const canInviteAnew = signature === null || signature?.state === 'revoked'
  if (isGone) return null
  return (
    <Panel title={t('signatures.lead.title')}>
      {query.isPending && <LoadingBlock height={48} />}
      {query.isError && signature === undefined && (
        <LoadFailure query={query} title={t('signatures.lead.failed')} />
      )}
      {signature === null && <Hint>{t('signatures.lead.none')}</Hint>}
      {signature && <Present signature={signature} />}
      {signature !== undefined && (
        <ButtonRow>
          {signature && <Link to={`/admin/signatures/${signature.id}`}>{t('signatures.details')}</Link>}
          {canInvite && canInviteAnew && (
            <Button variant="default" size="sm" onClick={() => setDialog('invite')}>
              {t('signatures.lead.invite')}
            </Button>
          )}
          {canInvite && signature && canSendAgain(signature) && (
            <Button variant="default" size="sm" onClick={() => setDialog('resend')}>
              {t('signatures.resend.open')}
            </Button>
          )}
        </ButtonRow>
      )}
      {dialog === 'invite' && <InvitePeopleDialog people={[lead]} onClose={() => setDialog(undefined)} />}
      {dialog === 'resend' && signature && (
        <ResendDialog
          signature={{ id: signature.id, name: lead.name }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Panel>
  )
}

function Present({ signature }: { signature: SignatureDetail }) {
  const { t, format } = useSentTexts()
  const { activated_at, blockchain_address: address, invited_at } = signature
  return (
    <div>
      <SignatureState signature={signature} />
      <Hint>
        {activated_at
          ? t('signatures.lead.activated', { date: format.dateTime(activated_at) })
          : t('signatures.lead.sent', { date: format.dateTime(invited_at) })}
      </Hint>
      {address && (
        <code dir="ltr" className={styles.address}>
          {address}
        </code>
      )}
    </div>
  )
}
