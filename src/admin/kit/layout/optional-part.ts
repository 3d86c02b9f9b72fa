import { type ComponentType, lazy } from 'react'

/** A part of a screen in a chunk of its own. When it cannot be loaded, the screen goes on without it. */
export function optionalPart(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(() => () => null) }))
}
