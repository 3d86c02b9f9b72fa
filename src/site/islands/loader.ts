// The only script that a page loads before the first interaction: keep it small.
declare global {
  interface Document {
    /** https://wicg.github.io/nav-speculation/prerendering.html */
    readonly prerendering?: boolean
  }
}

const page = document.documentElement

/** Calls a function at the first event of each type, which are separated by spaces. */
function onFirst(target: EventTarget, types: string, listener: () => unknown): void {
  for (const type of types.split(' ')) target.addEventListener(type, listener, { once: true })
}

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value};path=/;max-age=31536000;SameSite=Lax`
}

function showTheme(theme: string): void {
  page.dataset.theme = theme
  for (const button of document.querySelectorAll<HTMLButtonElement>('[name=theme]'))
    button.ariaPressed = `${button.value === theme}`
  const paper = getComputedStyle(page).backgroundColor
  for (const meta of document.querySelectorAll('[name=theme-color]')) meta.setAttribute('content', paper)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const item = target.closest<HTMLAnchorElement | HTMLButtonElement>('a,[name=theme]')
  if (item instanceof HTMLButtonElement) {
    keep('theme', item.value)
    showTheme(item.value)
  } else if (item?.hreflang) keep('lang', item.hreflang)
  item?.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
})

// Updates a page that was prefetched before the choice, or restored from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isCounted()) countView()
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? 'auto'
  if (theme !== (page.dataset.theme ?? 'auto')) showTheme(theme)
})

/** Whether views of this page are counted. Those in browsers of the team, where somebody is signed in, are not. */
function isCounted(): boolean {
  try {
    return !!page.dataset.page && !localStorage.getItem('auth_token')
  } catch {
    return true
  }
}

function countView(): void {
  const view = {
    page: page.dataset.page,
    language: page.lang,
    // Pages without HTTPS have no random ids: there, a report that is sent again counts again.
    id: crypto.randomUUID?.(),
    referrer: document.referrer,
    query: location.search,
  }
  navigator.sendBeacon('/api/visits', new Blob([JSON.stringify(view)], { type: 'application/json' }))
}

let hasBegun: boolean | undefined

function begin(): void {
  if (hasBegun || document.prerendering) return
  hasBegun = true
  if (!isCounted()) return
  countView()
  const { events, timings = '' } = page.dataset
  if (events) import(/* @vite-ignore */ events)
  // A page that was opened in the background is drawn when it is looked at, which says nothing about its speed.
  if (document.hidden) return
  // The browser keeps what it has measured until then.
  onFirst(window, 'pointerover keydown scroll visibilitychange', () => import(/* @vite-ignore */ timings))
}

// What is not needed to show the page waits until it is shown, or is left before that.
onFirst(window, 'load pagehide prerenderingchange', begin)

for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
  let island: Promise<unknown> | undefined
  let isAlive = false
  let isHeld = false
  const wake = () => {
    island ??= import(/* @vite-ignore */ root.dataset.island ?? '').then(({ ready }) => ready)
    island.then(
      () => {
        isAlive = true
      },
      () => {
        root.ariaBusy = null
        root.dataset.unloaded = ''
      },
    )
    return island
  }
  onFirst(root, 'pointerenter pointerdown focusin input dragenter', wake)
  const near = (entries: IntersectionObserverEntry[]) => {
    if (entries.at(-1)?.isIntersecting) wake()
  }
  if ('near' in root.dataset) new IntersectionObserver(near, { rootMargin: '100%' }).observe(root)
  // Who comes by a link such as `#page=12` has chosen what to do there.
  if (/=/.test(location.hash)) wake()
  // An island that is a form may be sent before its script is there. A script that could not be loaded is only asked for
  // again by a new page. A form in an island is held until its script runs, and sent as it is if the script is not to be had.
  root.addEventListener('submit', (event) => {
    const form = event.target
    if (form === root) {
      if ('unloaded' in root.dataset) location.reload()
      else root.ariaBusy = 'true'
    } else if (form instanceof HTMLFormElement && !isAlive) {
      event.preventDefault()
      if (isHeld) return
      isHeld = true
      wake().then(
        () => form.requestSubmit(),
        () => form.submit(),
      )
    }
  })
}

// In the contents beside a legal text, marks the section near the top of the window. Not in its own file: two entries
// include this loader, and a shared file would be one more request.
for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a')) {
  const section = document.querySelector(link.hash)
  const mark = (entries: IntersectionObserverEntry[]) => {
    link.ariaCurrent = entries.at(-1)?.isIntersecting ? 'location' : null
  }
  if (section) new IntersectionObserver(mark, { rootMargin: '-15% 0px -85%' }).observe(section)
}

export {}
