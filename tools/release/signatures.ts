import { spawnSync } from 'node:child_process'

/**
 * Checks the registry's signatures and attestations of what npm has installed in a folder, and says in a line what came of it.
 * Throws when one is wrong. A registry that gives no keys is said, and hinders nothing: the lock has the checksums.
 */
export function checkSignatures(folder: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures', '--json', '--omit=dev'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  })
  return describeSignatures(status, stdout, stderr)
}

/** What npm's answer means. */
export function describeSignatures(status: number | null, output: string, errors: string): string {
  const found = parse(output)
  const wrong = [...listOf(found?.invalid), ...listOf(found?.missing)]
  if (wrong.length > 0) throw new Error(`Signatures of packages are wrong or missing: ${wrong.join(', ')}`)
  if (status === 0) return "signatures: every package carries the registry's"
  const reason = /(?:npm (?:error|ERR!)) (?!code)(.+)/.exec(errors)?.[1] ?? 'npm gave no reason'
  return `signatures: could not be checked (${reason}); the checksums of package-lock.json were`
}

function parse(text: string): { invalid?: unknown; missing?: unknown } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function listOf(packages: unknown): string[] {
  if (!Array.isArray(packages)) return []
  return packages.map((one: { name?: string; version?: string }) => `${one.name}@${one.version}`)
}
