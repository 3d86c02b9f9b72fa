/** The level that each route of redirects needs. */
export const redirectLevels = {
  'GET /api/admin/seo/redirects': 'viewer',
  'GET /api/admin/seo/redirects/try': 'viewer',
  'POST /api/admin/seo/redirects/check': 'viewer',
  'GET /api/admin/seo/redirects/export.csv': 'viewer',
  'POST /api/admin/seo/redirects': 'editor',
  'PUT /api/admin/seo/redirects/{id}': 'editor',
  'DELETE /api/admin/seo/redirects/{id}': 'editor',
  'POST /api/admin/seo/redirects/{id}/restore': 'editor',
  'POST /api/admin/seo/redirects/import': 'editor',
  'GET /api/admin/seo/not-found': 'viewer',
  'POST /api/admin/seo/not-found/ignore': 'editor',
  'POST /api/admin/seo/not-found/unignore': 'editor',
} as const

/** Those whose good body names what must be stored first, or a file: bad ones are tried in tests of their own. */
export const redirectRoutesTriedElsewhere = [
  'PUT /api/admin/seo/redirects/{id}',
  'POST /api/admin/seo/redirects/check',
  'POST /api/admin/seo/redirects/import',
  'POST /api/admin/seo/not-found/ignore',
]
