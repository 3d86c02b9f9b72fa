import { showLedger } from '#features/ledger/site/live/live.ts'
import { isLanguage } from '#shared/languages.ts'
import { checkpointPath } from './addresses.ts'

// An entry of the client build: the loader imports it when the figures are near or a check is touched.
const live = document.getElementById('ledger-live')
const checks = document.getElementById('ledger-checks')
const entryForm = checks?.querySelector<HTMLFormElement>('[data-check=entry]')
const entryField = entryForm?.querySelector('input')
const language = document.documentElement.lang
/** The entry that is shown or looked for. */
let shown: string | undefined
let entryRun = 0

/** The code of the checks, which is loaded for the first one. Undefined when it could not be loaded. */
async function loadChecks() {
  return import('#features/ledger/site/checks/mount.tsx').catch(() => {
    if (checks) checks.dataset.unloaded = ''
  })
}

/** Runs the check of a form. */
async function check(form: HTMLFormElement): Promise<void> {
  if (!checks || !isLanguage(language)) return
  // Browsers ask for code that they could not load only once in a page.
  if (checks.dataset.unloaded !== undefined) return location.reload()
  form.ariaBusy = 'true'
  try {
    await (await loadChecks())?.runCheck(form, language)
  } catch {
    checks.dataset.unloaded = ''
  }
}

checks?.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (form === entryForm) void checkEntry()
  else if (form.ariaBusy !== 'true') void check(form).then(() => (form.ariaBusy = null))
})

/** Checks the entry in the field; another one takes the place of one that is still looked for. */
async function checkEntry(): Promise<void> {
  if (!entryForm || !entryField) return
  const wanted = entryField.value.trim()
  if (entryForm.ariaBusy === 'true' && wanted === shown) return
  shown = wanted
  // The address of the page then leads to this entry, and the way back to what was there before.
  if (wanted !== findWanted()) history.pushState(null, '', `?entry=${encodeURIComponent(wanted)}`)
  const number = ++entryRun
  await check(entryForm)
  if (number === entryRun) entryForm.ariaBusy = null
}

checks?.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || target.name !== 'download') return
  const link = document.createElement('a')
  link.href = checkpointPath
  link.download = 'checkpoint.txt'
  link.click()
})

/** Shows an entry with its proof. */
function openEntry(wanted: string): void {
  if (!entryForm || !entryField) return
  entryField.value = wanted
  document.getElementById('check-entry')?.scrollIntoView()
  entryField.focus({ preventScroll: true })
  entryForm.requestSubmit()
}

/** The entry that an address leads to, by `?entry=12`, `#entry-12` or `#entry=12`. */
function findWanted(): string | undefined {
  const [, named] = /^#entry[-=]([0-9a-fA-F]+)$/.exec(location.hash) ?? []
  return named ?? (new URLSearchParams(location.search).get('entry')?.trim() || undefined)
}

/** Shows the entry of an address that somebody has gone back or on to, or none; the browser scrolls. */
async function followHistory(): Promise<void> {
  const wanted = findWanted()
  if (wanted === shown || !entryForm || !entryField) return
  entryField.value = wanted ?? ''
  if (wanted) return entryForm.requestSubmit()
  shown = undefined
  entryRun++
  entryForm.ariaBusy = null
  ;(await loadChecks())?.clearCheck(entryForm)
}

if (live) showLedger({ root: live, onEntry: (index) => openEntry(String(index)) })
addEventListener('popstate', () => void followHistory())
addEventListener('hashchange', () => {
  const wanted = findWanted()
  if (wanted && /^#entry[-=]/.test(location.hash)) openEntry(wanted)
})
const wanted = findWanted()
if (wanted) openEntry(wanted)
