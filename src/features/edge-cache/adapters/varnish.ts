import { ask, type EdgeAdapter, EdgeFailure, expectDone } from './adapter.ts'

/**
 * Varnish with the configuration in `deploy/varnish/default.vcl`. Each node learns the revision of each key, and takes no copy
 * of an older one from then on, also when it was on its way.
 */
export function createVarnish({ urls, token }: { urls: readonly string[]; token: string }): EdgeAdapter {
  async function purge(url: string, key: string, revision: number): Promise<void> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...{ 'xkey-purge': key, 'x-site-revision': String(revision) },
    }
    expectDone(url, await ask(url, { method: 'PURGE', headers }))
  }
  return {
    settles: 0,
    async purge(keys, revision) {
      const done = await Promise.allSettled(
        urls.flatMap((url) => keys.map((key) => purge(url, key, revision))),
      )
      const reasons = done.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []))
      if (reasons.length > 0) throw new EdgeFailure([...new Set(reasons)].join(', '))
    },
  }
}
