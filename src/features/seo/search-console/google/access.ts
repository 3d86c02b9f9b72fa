import { createHash } from 'node:crypto'
import type { SearchConsoleObstacle } from '#features/seo/search-console/contract.ts'
import { holdsAddress } from '#features/seo/search-console/model.ts'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'

interface AccessOptions {
  settings: Pick<LiveSettings, 'get'>
  publicUrl: string
  /** Whether Google can reach the site. */
  isPublic: boolean
}

/** With what Google is asked, as it is configured now. */
export function createGoogleAccess({ settings, publicUrl, isPublic }: AccessOptions) {
  const account = () => settings.get(submissionSettings.googleServiceAccount)
  const property = () => settings.get(submissionSettings.googleProperty) || `${publicUrl}/`

  function findObstacle(): SearchConsoleObstacle | null {
    if (!isPublic) return 'not_public'
    if (!account()) return 'not_configured'
    return holdsAddress(property(), `${publicUrl}/`) ? null : 'foreign_property'
  }

  return {
    account,
    property,
    findObstacle,
    isReady: () => findObstacle() === null,
    /** What tells these credentials from others, and nothing of them. */
    fingerprint: () => createHash('sha256').update(`${property()}\n${account()}`).digest('hex').slice(0, 16),
  }
}
export type GoogleAccess = ReturnType<typeof createGoogleAccess>
