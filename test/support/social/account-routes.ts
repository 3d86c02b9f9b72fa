/** The level that each route needs of the team's accounts at social platforms. */
export const socialAccountLevels = {
  'GET /api/social/platforms': 'editor',
  'GET /api/social/platforms/available': 'editor',
  'POST /api/social/platforms/managed': 'admin',
  'GET /api/social/accounts': 'editor',
  'POST /api/social/accounts': 'admin',
  'POST /api/social/accounts/connect': 'admin',
  'GET /api/social/connections/{id}': 'admin',
  'POST /api/social/accounts/{id}/disconnect': 'admin',
  'POST /api/social/accounts/{id}/test': 'admin',
  'PUT /api/social/accounts/{id}/timetable': 'editor',
} as const

/** Those that need platforms or an account, or whose body is a list: bad bodies are tried in tests of their own. */
export const socialAccountRoutesTriedElsewhere = [
  'POST /api/social/platforms/managed',
  'POST /api/social/accounts',
  'POST /api/social/accounts/connect',
  'PUT /api/social/accounts/{id}/timetable',
]
