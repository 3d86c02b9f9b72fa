/** The level that each route needs that exports or imports the content. */
export const transferLevels = {
  'GET /api/content/transfer': 'editor',
  'POST /api/content/transfer/export': 'editor',
  'GET /api/content/transfer/imports': 'admin',
  'POST /api/content/transfer/imports': 'admin',
  'GET /api/content/transfer/imports/{id}': 'admin',
  'DELETE /api/content/transfer/imports/{id}': 'admin',
  'GET /api/content/transfer/imports/{id}/preview': 'admin',
  'GET /api/content/transfer/imports/{id}/changes': 'admin',
  'GET /api/content/transfer/imports/{id}/changes/{number}': 'admin',
  'POST /api/content/transfer/imports/{id}/run': 'admin',
  'POST /api/content/transfer/imports/{id}/cancel': 'admin',
} as const

/** Those that need an archive: bad ones, and bad orders to import one, are tried in tests of their own. */
export const transferRoutesTriedElsewhere = [
  'POST /api/content/transfer/imports',
  'POST /api/content/transfer/imports/{id}/run',
]
