import { year } from './record.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
    [disabled: `ga-disable-${string}`]: boolean
  }
}

let running: string | undefined

/** Sends a command to the tag, which accepts an `arguments` object only, not an array. */
function gtag(..._command: unknown[]): void {
  window.dataLayer ??= []
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments)
}

/** Loads the Google tag: analytics with consent, advertising denied, no cookie for more than a year. */
export function startTag(id: string): void {
  window[`ga-disable-${id}`] = false
  if (running) {
    gtag('consent', 'update', { analytics_storage: 'granted' })
    return
  }
  running = id
  const denied = { ad_storage: 'denied', ad_user_data: 'denied', ad_personalization: 'denied' }
  gtag('consent', 'default', { ...denied, analytics_storage: 'denied' })
  gtag('consent', 'update', { analytics_storage: 'granted' })
  gtag('js', new Date())
  gtag('config', id, {
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
    cookie_expires: year,
    cookie_update: false,
    cookie_flags: `SameSite=Lax${location.protocol === 'https:' ? ';Secure' : ''}`,
  })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`
  document.head.append(script)
}

/** Stops the tag from counting; a reload removes its code. @returns whether it was running. */
export function stopTag(): boolean {
  if (!running) return false
  window[`ga-disable-${running}`] = true
  gtag('consent', 'update', { analytics_storage: 'denied' })
  return true
}
