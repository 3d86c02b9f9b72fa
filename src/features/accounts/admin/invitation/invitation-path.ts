/** The path below which the links of invitations have their token. */
const invitationPath = '/invitation/'

/** The token of a followed invitation; undefined on any other path. */
export function invitationTokenOf(pathname: string): string | undefined {
  return (pathname.startsWith(invitationPath) && pathname.slice(invitationPath.length)) || undefined
}
