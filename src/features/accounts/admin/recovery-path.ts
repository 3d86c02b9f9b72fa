/** The path of the form for a link to a new password; the link itself has its token below it. */
export const recoveryPath = '/reset-password'

/** Whether an address is for choosing a new password. */
export function isRecoveryPath(pathname: string): boolean {
  return pathname === recoveryPath || pathname.startsWith(`${recoveryPath}/`)
}

/** The token of the followed link; none on the form for a link. */
export function tokenOf(pathname: string): string | undefined {
  return pathname.slice(recoveryPath.length + 1) || undefined
}
