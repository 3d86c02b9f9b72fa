export const callNames = ['key', 'documents', 'texts', 'register', 'refusal', 'limits', 'reference'] as const
export type CallName = (typeof callNames)[number]

/** The calls of the quickstart, for the installation at `origin`, as they are typed into a terminal. */
export function writeCommands(origin: string): Record<CallName, string> {
  const documents = `'${origin}/api/doc/files?language=en'`
  return {
    key: `curl -s ${origin}/.well-known/did.json`,
    documents: `curl -s ${documents}`,
    texts: `curl -s '${origin}/api/content/home-hero?language=en'`,
    register: `curl -s ${origin}/api/early-adopters \\
  -H 'Content-Type: application/json' \\
  -H 'Accept-Language: en' \\
  -d '{"email": "you@example.org", "name": "Your name", "segment": "developer", "consent": true}'`,
    refusal: `curl -si ${origin}/api/early-adopters \\
  -H 'Content-Type: application/json' \\
  -H 'Accept-Language: en' \\
  -d '{"email": "you@example.org", "name": "Your name", "segment": "developer"}'`,
    limits: `curl -si ${documents} -H 'Accept-Language: en'`,
    reference: `curl -s ${origin}/api/openapi.json`,
  }
}

/**
 * What each call answers. A `…` stands for what differs from one answer to the next; the tests send the calls and compare
 * the rest.
 */
export const answers: Record<CallName, string> = {
  key: `{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "did:web:…",
  "verificationMethod": [
    {
      "id": "did:web:…#key-…",
      "type": "Multikey",
      "controller": "did:web:…",
      "publicKeyMultibase": "z6Mk…"
    }
  ],
  "assertionMethod": ["did:web:…#key-…"]
}`,
  documents: `{
  "status": "success",
  "documents": [
    {
      "name": "….pdf",
      "size": 2411725,
      "lastModified": "…",
      "path": "/files/…",
      "clean_title": "…",
      "has_language": true,
      "language_code": "en"
    }
  ]
}`,
  texts: `{
  "id": "…",
  "key": "home-hero",
  "language": "en",
  "version": 1,
  "published": true,
  "seo_title": "…",
  "seo_description": "…",
  "seo_keywords": "…",
  "created_at": "…",
  "updated_at": "…",
  "content": "<h1>…</p>"
}`,
  register: '{ "status": "registered", "message": "…" }',
  refusal: `HTTP/1.1 422 Unprocessable Entity
content-type: application/problem+json; charset=utf-8
…

{
  "type": "about:blank",
  "status": 422,
  "title": "Invalid details",
  "detail": "Some details need correcting.",
  "errors": [{ "field": "consent", "message": "You must agree to receive communications" }]
}`,
  limits: `HTTP/1.1 429 Too Many Requests
content-type: application/problem+json; charset=utf-8
retry-after: …
…

{
  "type": "about:blank",
  "status": 429,
  "title": "Too many requests",
  "detail": "Too many requests in a row. Try again in … seconds."
}`,
  reference: '{ "openapi": "3.1.0", "info": { "…": "…" }, "paths": { "…": "…" }, "…": "…" }',
}
