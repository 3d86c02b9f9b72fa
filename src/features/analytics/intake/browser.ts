import { isbot } from 'isbot'
import type { Device } from '#features/analytics/contract.ts'

/** What is kept of the name of a browser. */
export interface Browser {
  /** Whether it is a program that says so, or that says nothing. */
  isProgram: boolean
  device: Device
}

const mostRemembered = 1_000

/** Creates what reads the names of browsers. It remembers some, since visitors share few and reading costs much. */
export function createBrowserReader(): (userAgent: string) => Browser {
  const known = new Map<string, Browser>()
  return (userAgent) => {
    const found = known.get(userAgent)
    if (found) return found
    if (known.size >= mostRemembered) known.clear()
    const browser = { isProgram: userAgent === '' || isbot(userAgent), device: readDevice(userAgent) }
    known.set(userAgent, browser)
    return browser
  }
}

/** The class of a device, by the words that browsers put in their names (MDN, "Browser detection using the user agent"). */
function readDevice(userAgent: string): Device {
  if (/\b(iPad|Tablet|PlayBook|Silk)\b|Android(?!.*\bMobile\b)/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|iPod/i.test(userAgent) ? 'mobile' : 'desktop'
}
