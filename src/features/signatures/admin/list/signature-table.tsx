import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { TextButton } from '#admin/kit/layout/text-button.tsx'
import { type Column, DataTable } from '#admin/kit/list/data-table.tsx'
import { Absent, MomentCell } from '#features/signatures/admin/moment.tsx'
import { ResendDialog } from '#features/signatures/admin/resend-dialog.tsx'
import { shortAddress } from '#features/signatures/admin/short-address.ts'
import { SignatureState } from '#features/signatures/admin/signature-state.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import { useSentTexts } from '#features/signatures/admin/use-sent-texts.ts'
import { canSendAgain } from '#features/signatures/admin/use-signatures.ts'
import type { SignatureSummary } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

/** One row per signature; on a narrow window each row becomes a card. */
export function SignatureTable({ signatures }: { signatures: SignatureSummary[] }) {
  const { t } = useSentTexts()
  const [resending, setResending] = useState<{ id: string; name: string }>()
  const columns = useColumns(setResending)
  return (
    <>
      <DataTable
        caption={t('screens.signatures')}
        columns={columns}
        rows={signatures}
        keyOf={({ id }) => id}
        cardsBelow="wide"
      />
      {resending && <ResendDialog signature={resending} onClose={() => setResending(undefined)} />}
    </>
  )
}

function useColumns(onResend: (signature: { id: string; name: string }) => void): Column<SignatureSummary>[] {
  const { t } = useSentTexts()
  const canInvite = useCan(signaturePermissions.invite)
  const moments = ['opened', 'started', 'activated'] as const
  return [
    {
      key: 'person',
      label: t('signatures.columns.person'),
      isRowHeader: true,
      cell: ({ lead }) =>
        lead ? (
          <Link to={`/admin/early-adopters/${lead.id}`}>
            <bdi>{lead.name}</bdi>
          </Link>
        ) : (
          t('signatures.erasedPerson')
        ),
    },
    {
      key: 'state',
      label: t('signatures.columns.state'),
      width: '13.5rem',
      cell: (signature) => <SignatureState signature={signature} />,
    },
    {
      key: 'sent',
      label: t('signatures.columns.sent'),
      width: '7.25rem',
      cell: ({ invited_at }) => <MomentCell at={invited_at} absent="" />,
    },
    ...moments.map((moment) => ({
      key: moment,
      label: t(`signatures.columns.${moment}`),
      width: '7.25rem',
      cell: (signature: SignatureSummary) => (
        <MomentCell at={signature[`${moment}_at`]} absent={t('signatures.notYet')} />
      ),
    })),
    {
      key: 'address',
      label: t('signatures.columns.address'),
      width: '8rem',
      cell: ({ blockchain_address: address }) =>
        address ? (
          <code dir="ltr" className={styles.address} title={address}>
            {shortAddress(address)}
          </code>
        ) : (
          <Absent text={t('signatures.noAddress')} />
        ),
    },
    {
      key: 'actions',
      label: t('signatures.columns.actions'),
      hidesCardLabel: true,
      width: '8.5rem',
      cell: (signature) => (
        <span className={styles.actions}>
          <DetailsLink signature={signature} />
          {canInvite && canSendAgain(signature) && (
            <TextButton
              aria-label={t('signatures.resend.openNamed', { name: signature.lead?.name ?? '' })}
              onClick={() => onResend({ id: signature.id, name: signature.lead?.name ?? '' })}
            >
              {t('signatures.resend.open')}
            </TextButton>
          )}
        </span>
      ),
    },
  ]
}

function DetailsLink({ signature: { id, lead } }: { signature: SignatureSummary }) {
  const { t } = useSentTexts()
  return (
    <Link
      to={`/admin/signatures/${id}`}
      aria-label={t('signatures.detailsOf', { name: lead?.name ?? t('signatures.erasedPerson') })}
    >
      {t('signatures.details')}
    </Link>
  )
}
