/** What a visitor may agree to, besides what the site cannot do without. */
export const categories = ['analytics', 'preferences'] as const
export type Category = (typeof categories)[number]

/** What a visitor has agreed to. */
export type Choice = readonly Category[]

/**
 * What the `consent` cookie says, written as `<version of the text>.<second>.<category>…`; undefined when nothing was
 * chosen yet, or chosen on a text that has changed since.
 */
export function readChoice(cookies: string, version: string | undefined): Choice | undefined {
  const [asked, , ...agreed] = (/(?:^|; )consent=([^;]*)/.exec(cookies)?.[1] ?? '').split('.')
  return asked === version ? categories.filter((category) => agreed.includes(category)) : undefined
}
