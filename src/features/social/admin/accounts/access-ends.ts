import type { PlatformId } from '#features/social/contract.ts'

/**
 * What becomes of the access to an account that is disconnected. `asked`: its platform is asked to revoke it; `left`: the platform has no
 * way to be asked, and the person removes it there; `bot`: a person has let a bot into a channel; `none`: there is no access.
 */
export const accessEnds: Readonly<Record<PlatformId, 'asked' | 'left' | 'bot' | 'none'>> = {
  github: 'asked',
  instagram: 'left',
  reddit: 'asked',
  twitter: 'asked',
  linkedin: 'asked',
  stackoverflow: 'asked',
  tiktok: 'asked',
  threads: 'left',
  telegram: 'bot',
  csdn: 'none',
}
