/** Where a link to a new password is asked for; the link itself leads to what stands below it. */
export const recoveryPath = '/reset-password'

/** Whether an address is for choosing a new password. */
export function isRecoveryPath(pathname: string): boolean {
  return pathname === recoveryPath || pathname.startsWith(`${recoveryPath}/`)
}

/** The token of the link that was followed; none where one is asked for. */
export function tokenOf(pathname: string): string | undefined {
  return pathname.slice(recoveryPath.length + 1) || undefined
}
