// The JavaScript that the admin loads until the sign-in form, and until the first screen.
import { launchBrowser, watchTraffic } from './support/browser.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { password, startFreshServer, username } from './support/server.ts'

export async function measureAdminWeight(): Promise<Finding[]> {
  await using server = await startFreshServer()
  await fillDashboard(server.url)
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
  await page.waitForURL('**/admin')
  await page.getByRole('slider').first().waitFor()
  await traffic.quiet()
  return [
    within('the login, JavaScript compressed', 120, login / 1000, 'kB'),
    within('login and first screen, JavaScript compressed', 280, traffic.bytes('Script') / 1000, 'kB'),
  ]
}

/** A visit and a registration, so that the first screen has its charts. */
async function fillDashboard(url: string): Promise<void> {
  const view = { page: '/', language: 'es' }
  const person = { email: 'a@example.test', name: 'A', segment: 'developer', interests: [], consent: true }
  for (const [path, body] of Object.entries({ '/api/visits': view, '/api/early-adopters': person })) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  }
}

await runAlone(import.meta, measureAdminWeight)
