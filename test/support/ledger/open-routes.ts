/** The routes of the ledger that everyone may call. */
export const openLedgerRoutes = [
  'GET /api/ledger',
  'GET /api/ledger/anchors',
  'GET /api/ledger/leaves',
  'GET /api/ledger/leaves/{index}',
  'GET /api/ledger/inclusion',
  'GET /api/ledger/consistency',
  'POST /api/ledger/cosignatures',
  'GET /ledger/checkpoint',
  'GET /ledger/legal/{sha256}.txt',
]
