// An entry of the client build: loaded when a visitor answers, opens the settings, or has consented.
import type { Category, Choice } from './choice.ts'
import { startTag, stopTag } from './google-tag.ts'
import { keepPreferences, removeTagCookies, stillCounts, writeChoice } from './record.ts'

let opener: HTMLElement | undefined

function find<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id)
  if (!element) throw new Error(`#${id} is missing`)
  return element as E
}

const banner = find('consent')
const options = find<HTMLFieldSetElement>('consent-options')
const switches = [...options.querySelectorAll<HTMLInputElement>('[name]')]

/** Handles a control of the banner or the footer. `choice` is the earlier answer. */
export function perform(action: string, choice: Choice | undefined): void {
  if (action === 'start') count()
  else if (action === 'settings' || action === 'choose') open(action, choice)
  else decide(action, choice)
}

function open(action: 'settings' | 'choose', choice: Choice | undefined): void {
  for (const one of switches) {
    one.disabled = one.value === 'analytics' && banner.dataset.gpc === ''
    one.checked = !one.disabled && choice?.includes(one.value as Category) === true
  }
  if (action === 'settings')
    opener = document.querySelector<HTMLElement>('[data-consent=settings]') ?? undefined
  options.hidden = false
  banner.hidden = false
  // The pressed button is hidden, so the focus moves to the element that it has shown.
  find(action === 'settings' ? 'consent-title' : 'consent-options').focus()
}

function close(): void {
  banner.hidden = true
  options.hidden = true
  opener?.focus()
  opener = undefined
}

function decide(action: string, choice: Choice | undefined): void {
  const agreed = switches
    .filter(({ value, checked }) => {
      if (value === 'analytics' && banner.dataset.gpc === '') return false
      return action === 'all' || (action === 'save' && checked)
    })
    .map(({ value }) => value as Category)
  keep([
    writeChoice(agreed, banner.dataset.version ?? '', new Date()),
    ...keepPreferences(document.cookie, agreed.includes('preferences')),
  ])
  find('consent-status').textContent = banner.dataset.saved ?? ''
  close()
  if (agreed.includes('analytics')) count()
  else if (choice?.includes('analytics')) forget()
}

function count(): void {
  startTag(banner.dataset.tag ?? '')
}

/** Stops the tag, deletes its cookies, and reloads the page without it. */
function forget(): void {
  const wasRunning = stopTag()
  keep(removeTagCookies(document.cookie, location.hostname))
  if (wasRunning) location.reload()
}

function keep(cookies: string[]): void {
  for (const cookie of cookies) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = cookie
  }
}

banner.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && opener) close()
})
// Consent may have been withdrawn on another page meanwhile: in another tab, or after this one was left.
for (const event of ['visibilitychange', 'pageshow']) {
  addEventListener(event, () => {
    if (!document.hidden && !stillCounts(document.cookie) && stopTag())
      keep(removeTagCookies(document.cookie, location.hostname))
  })
}
