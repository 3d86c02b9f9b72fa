import { connectionVerifiers } from '#features/social/accounts/connecting/connection-store.ts'
import { accountTokens } from '#features/social/accounts/store.ts'
import { postProgress } from '#features/social/publishing/progress-store.ts'

/** What the social accounts store encrypted. */
export const encryptedSocialRows = [accountTokens, connectionVerifiers, postProgress]
