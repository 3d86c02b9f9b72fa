import { signaturePath } from './link-check.ts'

/**
 * Tells the server how far a person has come with a link, each step once. Nobody waits for it, and it may be lost. It is sent
 * even while the page is being left.
 */
export function createProgress(token: string, send: typeof fetch = fetch) {
  const told = new Set<'opened' | 'started'>()
  return (step: 'opened' | 'started'): void => {
    if (told.has(step)) return
    told.add(step)
    send(signaturePath('progress', token), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ step }),
      keepalive: true,
      referrerPolicy: 'no-referrer',
    }).catch(() => {})
  }
}
