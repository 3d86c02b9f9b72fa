import '#features/signatures/admin/texts.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Columns } from '#admin/kit/layout/columns.tsx'
import { AnchoringPanel } from '#features/signatures/admin/health/anchoring-panel.tsx'
import { LedgerPanel } from '#features/signatures/admin/health/ledger-panel.tsx'
import { MasterKeyPanel } from '#features/signatures/admin/health/master-key-panel.tsx'
import styles from '#features/signatures/admin/signatures.module.css'
import { signaturePermissions } from '#features/signatures/permissions.ts'

/** What signatures rest on: the master key, the ledger and its anchoring. For admins. */
export function SigningHealth() {
  if (!useCan(signaturePermissions.readMasterKey)) return null
  return (
    <div className={styles.health}>
      <Columns>
        <MasterKeyPanel />
        <LedgerPanel />
        <AnchoringPanel />
      </Columns>
    </div>
  )
}
