/** Where everybody finds the data of the ledger. */
export const statePath = '/api/ledger'
export const leavesPath = '/api/ledger/leaves'
export const anchorsPath = '/api/ledger/anchors'
export const inclusionPath = '/api/ledger/inclusion'
export const consistencyPath = '/api/ledger/consistency'
export const checkpointPath = '/ledger/checkpoint'

interface LedgerAddress {
  /** Its text is `ledger:programs.<name>`. */
  name: string
  path: string
  /** Whether it is shown without a link, such as one in which something has to be filled in. */
  example?: true
}

/** The addresses that the page lists for programs. */
export const ledgerAddresses: readonly LedgerAddress[] = [
  { name: 'state', path: statePath },
  { name: 'leaves', path: leavesPath },
  { name: 'anchors', path: anchorsPath },
  { name: 'head', path: checkpointPath },
  { name: 'inclusion', path: `${inclusionPath}?index={index}&size={size}`, example: true },
  { name: 'consistency', path: `${consistencyPath}?first={size}&second={size}`, example: true },
  { name: 'tiles', path: '/ledger/tile/{level}/{number}', example: true },
]
