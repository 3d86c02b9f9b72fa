const path = '/confirm-email/'

/** Whether an address is that of a link that confirms an address of a user. */
export const isConfirmEmailPath = (pathname: string) => pathname.startsWith(path)

/** The token of the followed link. */
export const confirmTokenOf = (pathname: string) => pathname.slice(path.length)
