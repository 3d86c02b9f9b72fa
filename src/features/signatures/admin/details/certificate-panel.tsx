import { useCan } from '#admin/kit/api/api-context.tsx'
import { CopyField } from '#admin/kit/form/copy-field.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import type { SignatureDetail } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { PdfButton } from './pdf-button.tsx'

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className={styles.address}>
      {children}
    </code>
  )
}

/** What proves an activated signature: its address, its certificate and its entry in the ledger. */
export function CertificatePanel({ signature }: { signature: SignatureDetail }) {
  const { t, format, language } = useTexts()
  const canReadForms = useCan(signaturePermissions.readForms)
  const { blockchain_address: address, certificate_id, ledger_index, key_epoch, erased_at } = signature
  const facts = [
    certificate_id !== null && {
      name: t('signatures.certificate.id'),
      value: <Code>{certificate_id}</Code>,
    },
    ledger_index !== null && {
      name: t('signatures.certificate.entry'),
      value: format.number(ledger_index),
    },
    key_epoch !== null && { name: t('signatures.certificate.epoch'), value: format.number(key_epoch) },
  ].filter((fact) => fact !== false)
  return (
    <Panel title={t('signatures.certificate.title')}>
      {address ? (
        <CopyField label={t('signatures.certificate.address')} value={address} />
      ) : (
        <Hint>{t(`signatures.certificate.${erased_at ? 'erased' : 'none'}`)}</Hint>
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      {ledger_index !== null && (
        <OutwardLink to={`/ledger?entry=${ledger_index}`}>{t('signatures.certificate.ledger')}</OutwardLink>
      )}
      {address && certificate_id !== null && (
        <>
          <OutwardLink to={`/${language}/verify/${certificate_id}`}>
            {t('signatures.certificate.check')}
          </OutwardLink>
          {canReadForms && <PdfButton signature={signature.id} certificate={certificate_id} />}
        </>
      )}
    </Panel>
  )
}
