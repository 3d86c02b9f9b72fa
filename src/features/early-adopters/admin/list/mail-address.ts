import type { Selection } from './selection.ts'

/** More ids would not fit into an address. */
const mostInAddress = 50

/** The address of a new campaign to the selected leads. Large selections are passed in session storage. */
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
