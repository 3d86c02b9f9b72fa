import type { Choice } from './choice.ts'

/** A year in seconds: for so long an answer counts, and for so long is kept what was agreed to. */
export const year = 365 * 24 * 60 * 60

/** The `consent` cookie for a choice: which text was agreed to, when, and to what of it. */
export function writeChoice(choice: Choice, version: string, now: Date): string {
  const second = Math.floor(now.getTime() / 1000)
  return `consent=${[version, second, ...choice].join('.')};max-age=${year};path=/;SameSite=Lax`
}

/** The cookies of language and appearance for a year, or until the browser is closed. */
export function keepPreferences(cookies: string, lasting: boolean): string[] {
  const life = lasting ? `;max-age=${year}` : ''
  return namesIn(cookies)
    .filter(([name]) => name === 'lang' || name === 'theme')
    .map(([name, value]) => `${name}=${value}${life};path=/;SameSite=Lax`)
}

/**
 * The cookies that take back those of the Google tag. It sets them on the widest domain that a browser lets it, which a
 * page cannot know: they are taken back on all of them.
 */
export function removeTagCookies(cookies: string, hostname: string): string[] {
  const labels = hostname.split('.')
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`)
  return namesIn(cookies)
    .filter(([name]) => /^_(ga|gid|gat|gcl)(_|$)/.test(name))
    .flatMap(([name]) => ['', ...domains].map((domain) => `${name}=;max-age=0;path=/${domain}`))
}

/** Whether analytics is still agreed to: another page of the site may have taken the answer since. */
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
