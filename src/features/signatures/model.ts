/** Why a link was sent: the team invited the person, they were reminded, or they asked for another one. */
export const linkKinds = ['invitation', 'reminder', 'requested'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The path of the page of a signature, which a token follows. */
export const activationPath = '/activate-signature/'
