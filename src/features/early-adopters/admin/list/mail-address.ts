import { chosenLeadsKey } from '#features/campaigns/contract.ts'

/** More ids would not fit into an address. */
const mostInAddress = 50

/**
 * The address of a new campaign to some leads, or to everyone. Large selections are passed in session storage. A filter is
 * not passed: the audience of a campaign has other conditions than the list.
 */
export function mailAddress(ids: readonly string[] | 'everyone', storage: Pick<Storage, 'setItem'>): string {
  const page = '/admin/email/campaigns/new'
  if (ids === 'everyone') return page
  if (ids.length <= mostInAddress) return `${page}?leads=${ids.join(',')}`
  storage.setItem(chosenLeadsKey, JSON.stringify(ids))
  return `${page}?leads=stored`
}
