/** The categories that a visitor may consent to, besides the necessary cookies. */
export const categories = ['analytics', 'preferences'] as const
export type Category = (typeof categories)[number]

/** The accepted categories. */
export type Choice = readonly Category[]

/**
 * The choice in the `consent` cookie, written as `<version>.<second>.<category>…`; undefined when there is none yet, or when
 * the version has changed since.
 */
export function readChoice(cookies: string, version: string | undefined): Choice | undefined {
  const [asked, , ...agreed] = (/(?:^|; )consent=([^;]*)/.exec(cookies)?.[1] ?? '').split('.')
  return asked === version ? categories.filter((category) => agreed.includes(category)) : undefined
}
