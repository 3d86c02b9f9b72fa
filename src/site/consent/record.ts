import type { Choice } from './choice.ts'

/** A year in seconds: how long an answer is valid, and how long cookies with consent are stored. */
export const year = 365 * 24 * 60 * 60

/** The `consent` cookie of a choice: the version of the question, the time, and the accepted categories. */
export function writeChoice(choice: Choice, version: string, now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  return `consent=${[version, second, ...choice].join('.')};max-age=${year};path=/;SameSite=Lax`
}

/** The cookies of language and theme, for a year or for the session. */
export function keepPreferences(cookies: string, lasting: boolean): string[] {
  const life = lasting ? `;max-age=${year}` : ''
  return namesIn(cookies)
    .filter(([name]) => name === 'lang' || name === 'theme')
    .map(([name, value]) => `${name}=${value}${life};path=/;SameSite=Lax`)
}

/**
 * The cookies that delete those of the Google tag. The tag sets them on the widest domain that the browser allows, which is
 * unknown, so they are deleted on all of them.
 */
export function removeTagCookies(cookies: string, hostname: string): string[] {
  const labels = hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  return namesIn(cookies)
    .filter(([name]) => /^_(ga|gid|gat|gcl)(_|$)/.test(name))
    .flatMap(([name]) => ['', ...domains].map((domain) => `${name}=;max-age=0;path=/${domain}`))
}

/** Whether the visitor still consents to analytics: another page may have changed the answer since. */
export function stillCounts(cookies: string): boolean {
  return namesIn(cookies).some(
    ([name, value]) => name === 'consent' && value.split('.').includes('analytics'),
  )
}

function namesIn(cookies: string): [name: string, value: string][] {
  return cookies.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return [name, value.join('=')]
  })
}
