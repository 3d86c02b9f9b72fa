/** The colour scheme of a previewed mail, independent of that of the admin. */
export type MailTheme = 'light' | 'dark'

/**
 * A mail's document for a frame of the admin: its styles have the nonce of the admin's policy, dark mode is
 * on or off, and its links open outside the frame.
 */
export function framedMail(html: string, { nonce, theme }: { nonce: string; theme: MailTheme }): string {
  const rules: string[] = []
  return (
    html
      .replace(/(<[a-z][^<>]*?\s)style="([^"]*)"/gi, (_, start: string, declarations: string) => {
        rules.push(ruleOf(rules.length, declarations))
        return `${start}data-style="${rules.length - 1}"`
      })
      // From the admin's own address, whatever the public one is.
      .replace(/(<img src=")https?:\/\/[^/"]+(\/media\/[0-9a-f]{64}-\d{1,4}\.jpg")/g, '$1$2')
      .replace('<head>', '<head><base target="_blank">')
      .replace('</head>', () => `<style>${rules.join('')}</style></head>`)
      .replaceAll('<style>', `<style nonce="${nonce}">`)
      .replaceAll('@media (prefers-color-scheme:dark)', theme === 'dark' ? '@media all' : '@media not all')
      .replaceAll('color-scheme:light dark', `color-scheme:${theme}`)
  )
}

const characters: Readonly<Record<string, string>> = { '&quot;': '"', '&#x27;': "'", '&amp;': '&' }

/**
 * An element's style attribute as a rule, since a policy cannot allow a style attribute by a nonce. The id in the selector
 * gives it precedence over other rules, as the attribute has.
 */
function ruleOf(index: number, declarations: string): string {
  const written = declarations.replace(/&(quot|#x27|amp);/g, (sign) => characters[sign] ?? sign)
  return `:is(#style,[data-style="${index}"]){${written}}`
}
