/** The level that each route of the submission to search engines needs. */
export const submissionLevels = {
  'GET /api/admin/seo/engines': 'viewer',
  'GET /api/admin/seo/submissions': 'viewer',
  'POST /api/admin/seo/submissions': 'editor',
  'POST /api/admin/seo/indexnow-key': 'admin',
} as const
