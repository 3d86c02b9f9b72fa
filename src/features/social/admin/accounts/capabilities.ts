import type { SocialPlatform } from '#features/social/accounts/contract.ts'

/** What is told of the interface of a platform. */
interface ToldCapability {
  name: 'publishing' | 'approval' | 'cost' | 'site' | 'find' | 'remove' | 'figures'
  is: boolean
  /** Whether it makes work for somebody. */
  isBurden: boolean
}

/** What the interface of a platform allows. Where a person posts by hand, only what matters to them. */
export function listCapabilities(platform: SocialPlatform): ToldCapability[] {
  const isAutomatic = platform.publishing === 'automatic'
  const all: ToldCapability[] = [
    { name: 'publishing', is: isAutomatic, isBurden: !isAutomatic },
    { name: 'approval', is: platform.needs_approval, isBurden: platform.needs_approval },
    { name: 'cost', is: platform.costs_money, isBurden: platform.costs_money },
    { name: 'site', is: platform.needs_public_site, isBurden: platform.needs_public_site },
    { name: 'find', is: platform.can_find, isBurden: !platform.can_find },
    { name: 'remove', is: platform.can_remove, isBurden: !platform.can_remove },
    { name: 'figures', is: platform.has_figures, isBurden: false },
  ]
  return isAutomatic ? all : all.slice(0, 3)
}
