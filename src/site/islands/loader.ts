// The only script that a page loads before anyone touches it: keep it small.
const page = document.documentElement

function keep(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value};path=/;max-age=31536000;SameSite=Lax`
}

/** Turns light into dark and back. What the device would show anyway is kept as `auto`, and follows it again. */
function switchTheme(): void {
  const theme = getComputedStyle(page).colorScheme === 'dark' ? 'light' : 'dark'
  page.dataset.theme = theme
  keep('theme', matchMedia(`(prefers-color-scheme:${theme})`).matches ? 'auto' : theme)
  const paper = getComputedStyle(page).getPropertyValue('--paper')
  for (const meta of document.querySelectorAll('[name=theme-color]')) meta.setAttribute('content', paper)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  if (target.closest('[data-theme-switch]')) switchTheme()
  const link = target.closest('a')
  if (link?.hreflang) keep('lang', link.hreflang)
  link?.closest<HTMLElement>('[popover]:popover-open')?.hidePopover()
})

const touches = ['pointerenter', 'pointerdown', 'focusin', 'input']
for (const root of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const wake = () => {
    for (const touch of touches) root.removeEventListener(touch, wake)
    import(/* @vite-ignore */ root.dataset.island ?? '')
  }
  for (const touch of touches) root.addEventListener(touch, wake)
}
