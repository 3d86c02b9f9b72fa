import type { PlatformEndpoints } from './endpoints.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** What every platform is made with. */
export interface PlatformOptions {
  calls: PlatformCalls
  endpoints: PlatformEndpoints
  now(): Date
}
