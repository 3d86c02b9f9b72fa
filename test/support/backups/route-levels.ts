/** The level that each route of backups needs. */
export const backupLevels = {
  'GET /api/backups': 'admin',
  'GET /api/backups/summary': 'admin',
  'GET /api/backups/{id}': 'admin',
  'GET /api/backups/{id}/download': 'admin',
  'POST /api/backups': 'admin',
  'POST /api/backups/{id}/link': 'admin',
  'POST /api/backups/{id}/cancel': 'admin',
  'DELETE /api/backups/{id}': 'admin',
  'POST /api/backups/{id}/restore': 'admin',
  'GET /api/restores': 'admin',
  'POST /api/restores/archives': 'admin',
} as const
