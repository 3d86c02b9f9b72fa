/** The level that each route of the check of the pages needs. */
export const siteCheckLevels = {
  'GET /api/admin/seo/checks/latest': 'viewer',
  'GET /api/admin/seo/health': 'viewer',
  'GET /api/admin/seo/pages': 'viewer',
  'GET /api/admin/seo/findings': 'viewer',
  'GET /api/admin/seo/findings/groups': 'viewer',
  'POST /api/admin/seo/checks': 'editor',
  'POST /api/admin/seo/findings/{id}/dismiss': 'editor',
  'POST /api/admin/seo/findings/{id}/restore': 'editor',
} as const

/** The level that each route of the submission to search engines needs. */
export const submissionLevels = {
  'GET /api/admin/seo/engines': 'viewer',
  'GET /api/admin/seo/submissions': 'viewer',
  'POST /api/admin/seo/submissions': 'editor',
  'POST /api/admin/seo/indexnow-key': 'admin',
} as const
