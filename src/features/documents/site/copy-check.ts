/** Lets the field for a copy compare the file that is chosen with the published one. */
export function watchCopyCheck(field: HTMLInputElement): void {
  field.addEventListener('change', () => void check(field))
  // The file was chosen before this script was loaded.
  if (field.files?.length) void check(field)
}

/** Compares the file with the fingerprint of the published one; it never leaves the browser. */
async function check(field: HTMLInputElement): Promise<void> {
  const [file] = field.files ?? []
  const { digest, reading = '', same = '', other = '', failed = '' } = field.dataset
  const verdict = field.closest('.check')?.querySelector<HTMLElement>('.verdict')
  if (!file || !verdict) return
  verdict.textContent = reading
  verdict.dataset.is = 'reading'
  try {
    const isSame = (await digestOf(file)) === digest
    verdict.textContent = isSame ? same : other
    verdict.dataset.is = isSame ? 'same' : 'other'
  } catch {
    verdict.textContent = failed
    verdict.dataset.is = 'failed'
  }
}

async function digestOf(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
