/** Whether a signature of 64 bytes is that of an Ed25519 key over those bytes (RFC 8032). */
export async function isEd25519Signature(
  signature: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (signature.length !== 64) return false
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, signed)
  } catch {
    // Not every browser supports Ed25519.
    const { verifyAsync } = await import('@noble/ed25519')
    return verifyAsync(signature, signed, key, { zip215: false }).catch(() => false)
  }
}
