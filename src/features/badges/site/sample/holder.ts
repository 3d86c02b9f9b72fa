import { isJson, type Json } from '#features/badges/site/parts/proof/json.ts'

function findIdentity(credential: Json): Json | undefined {
  const { credentialSubject: subject } = credential
  const identities = isJson(subject) ? subject.identifier : undefined
  return Array.isArray(identities) ? identities.find(isJson) : undefined
}

/** The holder that the sample credential names in clear text. */
export function readHolder(credential: Json): string {
  return String(findIdentity(credential)?.identityHash ?? '')
}

/** A copy of the sample credential in which only the holder is another. */
export function withHolder(credential: Json, holder: string): Json {
  const copy = structuredClone(credential)
  const identity = findIdentity(copy)
  if (identity) identity.identityHash = holder
  return copy
}
