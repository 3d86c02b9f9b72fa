import { ask, type EdgeAdapter, expectDone, inParts } from './adapter.ts'

interface FastlyOptions {
  /** The address of its interface. */
  url: string | undefined
  token: string
  /** The id of the service. */
  id: string
  /** Whether it only marks what is purged as old. */
  purgesSoftly: boolean
}

// https://www.fastly.com/documentation/reference/api/purging/
const mostKeys = 256

/** Fastly, by its interface. */
export function createFastly({
  url = 'https://api.fastly.com',
  token,
  id,
  purgesSoftly,
}: FastlyOptions): EdgeAdapter {
  const headers = {
    'fastly-key': token,
    accept: 'application/json',
    ...(purgesSoftly && { 'fastly-soft-purge': '1' }),
  }
  return {
    settles: 15_000,
    async purge(keys) {
      const address = `${url}/service/${id}/purge`
      for (const part of inParts(keys, mostKeys))
        expectDone(address, await ask(address, { method: 'POST', headers, json: { surrogate_keys: part } }))
    },
  }
}
