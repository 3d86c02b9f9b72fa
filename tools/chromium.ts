import { userInfo } from 'node:os'
import { run } from './checks.ts'
import { findProgram } from './find-program.ts'
import { indent } from './test-run.ts'

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headlessShell = 'chromium-headless-shell'
const debianPackages = ['chromium', headlessShell, 'fonts-noto-core', 'fonts-noto-cjk']

/** The system's Chromium, undefined when there is none; `CHROME_PATH` names another. */
export function findChromium(): string | undefined {
  return process.env.CHROME_PATH || findProgram(browsers)
}

/**
 * The Chromium that journeys run in: where there is one, that without a window, which takes two thirds of the time of
 * the whole browser. It keeps no pages for the way back.
 */
export function findHeadlessChromium(): string | undefined {
  return process.env.CHROME_PATH || findProgram([headlessShell, ...browsers])
}

/** Whether Chromium is there for the journeys. Root on Debian gets it installed, with fonts for all ten languages. */
export async function ensureChromium(): Promise<boolean> {
  if (process.env.CHROME_PATH || (findChromium() && findProgram([headlessShell]))) return true
  if (userInfo().uid === 0 && findProgram(['apt-get'])) {
    console.log(`Installing ${debianPackages.join(', ')} for the journeys…`)
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    await run('apt-get', ['update'])
    const { code, output } = await run('apt-get', [
      ...['install', '-y', '--no-install-recommends'],
      ...debianPackages,
    ])
    if (code !== 0) console.log(indent(output.trim().slice(-2_000)))
  }
  if (findChromium()) return true
  console.log(
    `✖ The journeys need Chromium: install it (on Debian: apt-get install ${debianPackages.join(' ')}).`,
  )
  return false
}
