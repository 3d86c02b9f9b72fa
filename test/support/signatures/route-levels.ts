/** The level that each route of signatures needs. */
export const signatureLevels = {
  'GET /api/signatures': 'viewer',
  'GET /api/signatures/summary': 'viewer',
  'GET /api/signatures/{id}': 'viewer',
  'GET /api/leads/{id}/signature': 'viewer',
  'GET /api/signatures/{id}/certificate.pdf': 'editor',
  'POST /api/signatures/{id}/resend': 'editor',
  'POST /api/signatures/{id}/revoke': 'admin',
  'POST /api/signatures/invitations': 'editor',
  'GET /api/signatures/invitations/{id}': 'viewer',
  'POST /api/signatures/invitations/{id}/stop': 'editor',
  'GET /api/signatures/export': 'admin',
  'GET /api/signatures/master-key': 'admin',
  'POST /api/signatures/master-key/rotate': 'admin',
} as const

/** Those that everyone may call. */
export const openSignatureRoutes = [
  'GET /api/signature/validate/{token}',
  'POST /api/signature/activate/{token}',
  'POST /api/signature/progress/{token}',
  'GET /api/signature/certificate/{token}',
  'GET /api/signature/certificate/{token}/credential.json',
  'GET /api/signature/certificate/{token}/certificate.pdf',
  'GET /api/certificates/{id}',
  'GET /api/certificates/signers',
  'GET /api/certificates/sample/{language}',
  'GET /credentials/signatures/status/{list}',
  'POST /api/signature/new-link',
]
