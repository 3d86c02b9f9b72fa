import { showLedger } from '#features/ledger/site/live/live.ts'
import { isLanguage } from '#shared/languages.ts'
import { checkpointPath } from './addresses.ts'

// An entry of the client build: the loader imports it when the figures are near or a check is touched.
const live = document.getElementById('ledger-live')
const checks = document.getElementById('ledger-checks')
const entryForm = checks?.querySelector<HTMLFormElement>('[data-check=entry]')
const language = document.documentElement.lang

/** Runs the check of a form, with code that is loaded for the first one. */
async function check(form: HTMLFormElement): Promise<void> {
  if (form.ariaBusy === 'true' || !checks || !isLanguage(language)) return
  // Browsers ask for code that they could not load only once in a page.
  if (checks.dataset.unloaded !== undefined) return location.reload()
  form.ariaBusy = 'true'
  try {
    const { runCheck } = await import('#features/ledger/site/checks/mount.tsx')
    await runCheck(form, language)
  } catch {
    checks.dataset.unloaded = ''
  }
  form.ariaBusy = null
}

checks?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!(event.target instanceof HTMLFormElement)) return
  // The address of the page then leads to this entry.
  if (event.target === entryForm) {
    const wanted = entryForm.querySelector('input')?.value.trim() ?? ''
    history.replaceState(history.state, '', `?entry=${encodeURIComponent(wanted)}`)
  }
  void check(event.target)
})

checks?.addEventListener('click', ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || target.name !== 'download') return
  const link = document.createElement('a')
  link.href = checkpointPath
  link.download = 'checkpoint.txt'
  link.click()
})

/** Shows an entry with its proof. */
function openEntry(wanted: string): void {
  const field = entryForm?.querySelector('input')
  if (!entryForm || !field) return
  field.value = wanted
  document.getElementById('check-entry')?.scrollIntoView()
  field.focus({ preventScroll: true })
  entryForm.requestSubmit()
}

/** The entry that an address leads to, by `?entry=12`, `#entry-12` or `#entry=12`. */
function findWanted(): string | undefined {
  const [, named] = /^#entry[-=]([0-9a-fA-F]+)$/.exec(location.hash) ?? []
  return named ?? new URLSearchParams(location.search).get('entry') ?? undefined
}

function openWanted(): void {
  const wanted = findWanted()
  if (wanted) openEntry(wanted)
}

if (live) showLedger({ root: live, onEntry: (index) => openEntry(String(index)) })
addEventListener('hashchange', () => {
  if (/^#entry[-=]/.test(location.hash)) openWanted()
})
openWanted()
