/** The level that each route needs that says or changes what search engines are told. */
export const toldLevels = {
  'GET /api/admin/seo/verification': 'viewer',
  'PUT /api/admin/seo/verification/{engine}': 'admin',
  'DELETE /api/admin/seo/verification/{engine}': 'admin',
  'POST /api/admin/seo/verification/checks': 'editor',
  'GET /api/admin/seo/documents': 'viewer',
  'POST /api/admin/seo/documents': 'admin',
  'GET /api/admin/seo/appearance': 'viewer',
  'PUT /api/admin/seo/appearance/{page}': 'admin',
} as const

/** Those whose address names an engine or a page: bad bodies are tried in tests of their own. */
export const toldRoutesTriedElsewhere = [
  'PUT /api/admin/seo/verification/{engine}',
  'PUT /api/admin/seo/appearance/{page}',
]
