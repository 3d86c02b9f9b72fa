import type { Selection } from './selection.ts'

/** More would not fit into an address. */
const mostInAddress = 50

/** Where a campaign to those who are chosen is written. Many are left in the session's storage for it to fetch. */
export function mailAddress(
  selection: Selection,
  filter: URLSearchParams,
  storage: Pick<Storage, 'setItem'>,
): string {
  const page = '/admin/email/campaigns/new'
  if (selection.kind === 'all') return filter.size > 0 ? `${page}?${filter}` : page
  const ids = [...selection.people.keys()]
  if (ids.length <= mostInAddress) return `${page}?leads=${ids.join(',')}`
  storage.setItem('campaign-leads', JSON.stringify(ids))
  return `${page}?leads=stored`
}
