/** The level that each route needs of posts on social platforms. */
export const socialPostLevels = {
  'GET /api/social/posts': 'viewer',
  'GET /api/social/posts/failed': 'viewer',
  'GET /api/social/posts/{id}': 'viewer',
  'GET /api/social/posts/{id}/history': 'viewer',
  'GET /api/social/calendar': 'viewer',
  'POST /api/social/posts': 'editor',
  'PUT /api/social/posts/{id}': 'editor',
  'POST /api/social/posts/{id}/move': 'editor',
  'POST /api/social/posts/{id}/retry': 'editor',
  'POST /api/social/posts/{id}/published': 'editor',
  'POST /api/social/posts/{id}/take-down': 'editor',
  'DELETE /api/social/posts/{id}': 'editor',
  'GET /api/social/drafts': 'editor',
  'POST /api/social/drafts': 'editor',
  'PUT /api/social/drafts/{id}': 'editor',
  'DELETE /api/social/drafts/{id}': 'editor',
  'POST /api/social/files': 'editor',
  'POST /api/social/schedule': 'editor',
  'GET /api/social/accounts/{id}/targets': 'editor',
} as const

/** Those that need an account, a stored post or a file: bad bodies are tried in the tests of the posts. */
export const socialPostRoutesTriedElsewhere = [
  'POST /api/social/posts',
  'PUT /api/social/posts/{id}',
  'POST /api/social/posts/{id}/move',
  'POST /api/social/posts/{id}/retry',
  'POST /api/social/posts/{id}/published',
  'PUT /api/social/drafts/{id}',
  'POST /api/social/files',
  'POST /api/social/schedule',
]
