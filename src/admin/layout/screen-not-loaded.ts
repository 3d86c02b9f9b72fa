/** The script or the styles of a screen could not be loaded: there is no connection, or a new release has replaced them. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The screen could not be loaded', { cause })
    this.name = 'ScreenNotLoaded'
  }
}

const key = 'screen-reloaded-at'
const pause = 30_000

/** Whether the page may reload by itself now: not again within half a minute, so that it never does so in a circle. */
export function mayReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(storage.getItem(key) ?? Number.NEGATIVE_INFINITY) < pause) return false
  storage.setItem(key, String(now))
  return true
}
