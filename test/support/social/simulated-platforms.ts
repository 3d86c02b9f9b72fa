import { type PlatformEndpoints, realEndpoints } from '#features/social/platforms/endpoints.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { createPlatformCalls } from '#features/social/platforms/platform-calls.ts'
import { createPlatforms } from '#features/social/platforms/platforms.ts'
import type { Clock } from '#platform/clock.ts'

/** All platforms as the product has them, with simulators in the place of some. */
export function createSimulatedPlatforms(endpoints: Partial<PlatformEndpoints>, clock: Clock): Platform[] {
  return createPlatforms({
    calls: createPlatformCalls({ userAgent: 'Firmeza/test', now: clock.now }),
    endpoints: { ...realEndpoints, ...endpoints },
    now: clock.now,
  })
}
