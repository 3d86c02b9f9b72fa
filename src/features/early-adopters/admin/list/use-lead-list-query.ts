import { useCan } from '#admin/kit/api/api-context.tsx'
import { useListQuery } from '#admin/kit/list/use-list-query.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { narrowedBy, readListQuery, writeListQuery } from './list-query.ts'

/** The list's query and its search field. */
export function useLeadListQuery() {
  const seesAddresses = useCan(leadPermissions.readAddresses)
  const list = useListQuery({
    read: (params) => readListQuery(params, { seesAddresses }),
    write: writeListQuery,
  })
  return {
    ...list,
    clear: () => list.clear(narrowedBy({})),
  }
}
