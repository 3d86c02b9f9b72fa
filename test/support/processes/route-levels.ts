/** The least level that may call each route about the running of the product. */
export const operationLevels = {
  'GET /api/edge-cache': 'viewer',
  'GET /api/jobs/failed': 'admin',
  'GET /api/operator/missing': 'admin',
  'GET /api/operator/processes': 'admin',
  'GET /api/operator/search': 'admin',
  'POST /api/edge-cache/purge': 'admin',
  'POST /api/jobs/failed/{id}/retry': 'admin',
} as const
