// The JavaScript that the admin loads until the sign-in form, and until the first screen.
import { launchBrowser, watchTraffic } from './support/browser.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { password, startFreshServer, username } from './support/server.ts'

export async function measureAdminWeight(): Promise<Finding[]> {
  await using server = await startFreshServer()
  await using browser = await launchBrowser()
  const page = await browser.newPage()
  const traffic = await watchTraffic(page)
  await page.goto(`${server.url}/login`)
  await page.locator('input[name=password]').waitFor()
  await traffic.quiet()
  const login = traffic.bytes('Script')
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/**')
  await page.locator('main h1').waitFor()
  await traffic.quiet()
  return [
    within('the login, JavaScript compressed', 120, login / 1000, 'kB'),
    within('login and first screen, JavaScript compressed', 280, traffic.bytes('Script') / 1000, 'kB'),
  ]
}

await runAlone(import.meta, measureAdminWeight)
