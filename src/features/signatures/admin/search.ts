import type { LocalSearch } from '#admin/kit/search.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'

/** The master key and the ledger, which are parts of a screen with another name. */
export const search: LocalSearch = {
  name: 'screens',
  label: 'search.groups.screens',
  permission: signaturePermissions.readMasterKey,
  list: (t) => [
    { id: 'master-key', label: t('screens.masterKey'), to: '/admin/settings/signatures' },
    { id: 'ledger', label: t('screens.ledger'), to: '/admin/settings/signatures' },
  ],
}
