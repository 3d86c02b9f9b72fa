import './texts.ts'
import type { LocalSearch } from '#admin/kit/search.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

/** The master key and the ledger, which are parts of a screen with another name. */
export const search: LocalSearch = {
  name: 'signatures',
  label: 'search.groups.screens',
  permission: signaturePermissions.readMasterKey,
  list: (t) => [
    { id: 'master-key', label: t('signatures.masterKey.title'), to: '/admin/settings/signatures' },
    { id: 'ledger', label: t('signatures.ledger.title'), to: '/admin/settings/signatures' },
  ],
}
