import '#features/signatures/admin/texts.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { BackLink } from '#admin/kit/back-link.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Columns, Notices } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingLines } from '#admin/kit/loading.tsx'
import { EmptyState, Notice } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { ResendDialog } from '#features/signatures/admin/resend-dialog.tsx'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import { canSendAgain, useSignature } from '#features/signatures/admin/use-signatures.ts'
import type { SignatureDetail } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { FormPanel } from './form-panel.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TimeLine } from './time-line.tsx'

/** One signature: its way, what the person wrote, and what proves it. */
export function SignatureScreen() {
  const { id = '' } = useParams()
  const { t } = useSentTexts()
  const signature = useSignature(id)
  const back = <BackLink to="/admin/signatures">{t('signatures.back')}</BackLink>
  if (signature.data) return <SignatureRecord key={id} signature={signature.data} back={back} />
  const { error } = signature
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <>
        <ScreenHeading before={back} title={t('signatures.unknown')} />
        <EmptyState title={t('signatures.unknown')}>{t('signatures.unknownText')}</EmptyState>
      </>
    )
  }
  return (
    <>
      <ScreenHeading before={back} title={t('screens.signatures')} />
      {signature.isError ? (
        <LoadFailure query={signature} title={t('signatures.failedOne')} />
      ) : (
        <LoadingLines />
      )}
    </>
  )
}

interface SignatureRecordProps {
  signature: SignatureDetail
  back: React.ReactNode
}

function SignatureRecord({ signature, back }: SignatureRecordProps) {
  const { t, format } = useSentTexts()
  const canInvite = useCan(signaturePermissions.invite)
  const canRevoke = useCan(signaturePermissions.revoke)
  const [dialog, setDialog] = useState<'resend' | 'revoke'>()
  const { id, lead, state, erased_at, revoked_at, revoke_reason } = signature
  const close = () => setDialog(undefined)
  return (
    <>
      <ScreenHeading
        before={back}
        title={lead ? t('signatures.titleOf', { name: lead.name }) : t('signatures.titleErased')}
        intro={
          <>
            {t(`signatures.explained.${state}`)}{' '}
            {lead && <Link to={`/admin/early-adopters/${lead.id}`}>{t('signatures.openPerson')}</Link>}
          </>
        }
        aside={
          <ButtonRow>
            {canInvite && canSendAgain(signature) && (
              <Button onClick={() => setDialog('resend')}>{t('signatures.resend.open')}</Button>
            )}
            {canRevoke && state !== 'revoked' && erased_at === null && (
              <Button variant="default" onClick={() => setDialog('revoke')}>
                {t('signatures.revoke.open')}
              </Button>
            )}
          </ButtonRow>
        }
      />
      <Notices>
        {erased_at && <Notice>{t('signatures.erased', { date: format.date(erased_at) })}</Notice>}
        {revoked_at && revoke_reason && (
          <Notice title={t('signatures.revokedOn', { date: format.date(revoked_at) })}>
            <bdi>{revoke_reason}</bdi>
          </Notice>
        )}
      </Notices>
      <TimeLine signature={signature} />
      <Columns from="medium">
        <FormPanel signature={signature} />
        <div>
          <CertificatePanel signature={signature} />
          <LinkPanel signature={signature} />
        </div>
      </Columns>
      {dialog === 'resend' && <ResendDialog signature={{ id, name: lead?.name ?? '' }} onClose={close} />}
      {dialog === 'revoke' && (
        <RevokeDialog id={id} isActivated={signature.activated_at !== null} onClose={close} />
      )}
    </>
  )
}

/** The links that were sent, and until when the last one works. */
function LinkPanel({ signature }: { signature: SignatureDetail }) {
  const { t, format } = useSentTexts()
  const { links_sent, invited_by, reminded_at, expires_at, state } = signature
  const isOpen = state === 'sent' || state === 'opened' || state === 'started'
  const facts = [
    { name: t('signatures.links.sent'), value: format.number(links_sent) },
    { name: t('signatures.links.by'), value: t(`signatures.links.${invited_by ? 'team' : 'itself'}`) },
    reminded_at !== null && { name: t('signatures.links.reminded'), value: format.dateTime(reminded_at) },
    isOpen && { name: t('signatures.links.expires'), value: format.dateTime(expires_at) },
  ]
  return (
    <Panel title={t('signatures.links.title')}>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Panel>
  )
}
