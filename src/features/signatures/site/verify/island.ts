import { isLanguage } from '#shared/languages.ts'
import type { Brought } from './check-certificate.ts'
import { canScan, findId, scanId } from './scan.ts'

// An entry of the client build: the loader imports it when the forms are near or touched. What checks is loaded by the
// first check.
const root = document.getElementById('certificate-check')
const place = document.getElementById('check-result')
const language = document.documentElement.lang

async function check(brought: Brought): Promise<void> {
  if (!root || !place || !isLanguage(language)) return
  // Browsers ask for code that they could not load only once in a page.
  if (root.dataset.unloaded !== undefined) return location.reload()
  place.ariaBusy = 'true'
  try {
    const { runCheck } = await import('./mount.tsx')
    const { origin = '', siteName = '' } = root.dataset
    const running = runCheck(brought, { place, language, origin, siteName })
    // The page of a certificate begins with the check of it.
    if (!('id' in brought) || brought.id !== root.dataset.id) place.scrollIntoView({ block: 'start' })
    await running
  } catch {
    root.dataset.unloaded = ''
  }
  place.ariaBusy = null
}

const checkFile = async (file: Blob) => check({ file: new Uint8Array(await file.arrayBuffer()) })

root?.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  const value = form.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')?.value ?? ''
  if (form.dataset.check === 'text') void checkFile(new Blob([value]))
  else void check({ id: findId(value) ?? value.trim() })
})

const chooser = root?.querySelector<HTMLInputElement>('input[type=file]')
function checkChosen(): void {
  const [file] = chooser?.files ?? []
  if (file) void checkFile(file)
  // So that the same file can be chosen again.
  if (chooser) chooser.value = ''
}
chooser?.addEventListener('change', checkChosen)

const drop = root?.querySelector<HTMLElement>('.drop')
for (const name of ['dragover', 'dragleave', 'drop'] as const) {
  root?.addEventListener(name, (event) => {
    event.preventDefault()
    if (drop) drop.dataset.over = String(name === 'dragover')
    const [file] = (name === 'drop' && event.dataTransfer?.files) || []
    if (file) void checkFile(file)
  })
}

const scanner = root?.querySelector<HTMLElement>('.scan')
const [start, stop] = ['start', 'stop'].map((name) =>
  scanner?.querySelector<HTMLButtonElement>(`[name=${name}]`),
)
const video = scanner?.querySelector('video')
if (scanner && start && stop && video && canScan()) {
  scanner.hidden = false
  let scanning = new AbortController()
  const end = (state: 'off' | 'refused') => {
    scanner.dataset.state = state
    start.focus({ preventScroll: true })
  }
  stop.addEventListener('click', () => {
    scanning.abort()
    end('off')
  })
  addEventListener('pagehide', () => {
    scanning.abort()
    scanner.dataset.state = 'off'
  })
  start.addEventListener('click', async () => {
    scanning = new AbortController()
    const { signal } = scanning
    scanner.dataset.state = 'on'
    stop.focus()
    const found = await scanId(video, signal).then(
      (id) => ({ id }),
      () => undefined,
    )
    if (signal.aborted) return
    end(found ? 'off' : 'refused')
    if (found?.id) await check({ id: found.id })
  })
}

const saver = document.getElementById('save-checker')
const script = saver?.dataset.script
if (saver && script && isLanguage(language)) {
  saver.hidden = false
  saver.querySelector('button')?.addEventListener('click', async () => {
    try {
      const { saveChecker } = await import('#features/signatures/site/verify/saved/save.ts')
      await saveChecker({ language, script, origin: root?.dataset.origin ?? location.origin })
    } catch {
      if (root) root.dataset.unloaded = ''
    }
  })
}

// A file may have been chosen before this script was there.
if (chooser?.files?.length) checkChosen()
else if (root?.dataset.id) void check({ id: root.dataset.id })
