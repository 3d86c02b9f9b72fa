/** How a mail is looked at, whatever the reader of the admin has chosen for themselves. */
export type MailTheme = 'light' | 'dark'

/**
 * A mail's document as a frame of the admin may show it: its styles carry the nonce of the admin's policy, its night is
 * on or off, and its links lead out of the frame.
 */
export function framedMail(html: string, { nonce, theme }: { nonce: string; theme: MailTheme }): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll('<style>', `<style nonce="${nonce}">`)
    .replaceAll('@media (prefers-color-scheme:dark)', theme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('color-scheme:light dark', `color-scheme:${theme}`)
}
