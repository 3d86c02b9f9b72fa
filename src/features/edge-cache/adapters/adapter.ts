/** A cache in front of the product, or a service that is one. */
export interface EdgeAdapter {
  /**
   * Forgets all copies with one of some keys that were made of an older revision. Resolves once it has.
   * @throws {EdgeFailure} when it may not have
   */
  purge(keys: readonly string[], revision: number): Promise<void>
  /**
   * For how long a copy that was on its way to the cache may still arrive after a purge, in milliseconds: then it is purged again.
   * 0 where the cache itself refuses such copies.
   */
  settles: number
}

/** The cache was not purged, and why, without secrets. */
export class EdgeFailure extends Error {
  override name = 'EdgeFailure'
  /** Seconds until the next attempt has a chance, where that is known. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** How an adapter asks. */
export interface EdgeRequest {
  method: string
  headers: Record<string, string>
  json?: unknown
}

export interface EdgeAnswer {
  status: number
  text: string
}

// A node that is slower than that is as good as away.
const timeout = 5_000

/** Sends a request to a cache. @throws {EdgeFailure} when it does not answer, or asks to wait */
export async function ask(url: string, { method, headers, json }: EdgeRequest): Promise<EdgeAnswer> {
  const { host } = new URL(url)
  const body = json === undefined ? null : JSON.stringify(json)
  try {
    const response = await fetch(url, {
      ...{ method, body, redirect: 'manual', signal: AbortSignal.timeout(timeout) },
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    const text = (await response.text()).slice(0, 10_000)
    if (response.status === 429) {
      const wait = Number(response.headers.get('retry-after') ?? '')
      throw new EdgeFailure(
        `${host}: 429`,
        Number.isFinite(wait) && wait > 0 ? Math.min(wait, 600) : undefined,
      )
    }
    return { status: response.status, text }
  } catch (error) {
    if (error instanceof EdgeFailure) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.name) : 'unknown'
    throw new EdgeFailure(`${host}: ${reason}`)
  }
}

/** @throws {EdgeFailure} unless the cache has done what it was asked */
export function expectDone(url: string, { status }: EdgeAnswer): void {
  if (status < 200 || status > 299) throw new EdgeFailure(`${new URL(url).host}: ${status}`)
}

/** Parts of a list, each of a length that an interface takes. */
export function inParts<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, index) =>
    list.slice(index * length, (index + 1) * length),
  )
}
