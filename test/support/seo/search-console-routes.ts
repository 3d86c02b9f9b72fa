/** The level that each route of what Google knows of the site needs. */
export const searchConsoleLevels = {
  'GET /api/admin/seo/search-console': 'viewer',
  'GET /api/admin/seo/search-console/inspections': 'viewer',
  'POST /api/admin/seo/search-console/inspections': 'editor',
  'GET /api/admin/seo/search-console/figures': 'viewer',
  'POST /api/admin/seo/search-console/figures': 'editor',
} as const
