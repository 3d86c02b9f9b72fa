// The first script of a page with a Google tag: the loader of all pages and what decides about the banner, in one file,
// since a second would weigh more than all that is in it.
import '#site/islands/loader.ts?with-consent'
import { readChoice } from './choice.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    readonly globalPrivacyControl?: boolean
  }
}

const banner = document.getElementById('consent')
if (banner) {
  const { dataset } = banner
  const choice = () => readChoice(document.cookie, dataset.version)
  const act = async (action: string) => {
    const { perform } = await import(/* @vite-ignore */ dataset.script ?? '')
    perform(action, choice())
  }
  const show = () => {
    banner.hidden = dataset.gpc === '' || choice() !== undefined
  }
  /** Language and appearance are kept beyond the session only for those who agreed. */
  const limitMemory = () => {
    if (choice()?.includes('preferences')) return
    for (const [cookie] of document.cookie.matchAll(/(?<=^|; )(lang|theme)=[^;]*/g)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
      document.cookie = `${cookie};path=/;SameSite=Lax`
    }
  }

  if (navigator.globalPrivacyControl) dataset.gpc = ''
  show()
  limitMemory()
  if (dataset.gpc === undefined && choice()?.includes('analytics')) act('start')
  // A page that comes back as it was left may have been left before the choice.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
  // On the window, so that it comes after the loader, which keeps what was clicked.
  addEventListener('click', ({ target }) => {
    const control = target instanceof Element && target.closest<HTMLElement>('[data-consent]')
    if (control) act(control.dataset.consent ?? '')
    limitMemory()
  })
  // The page is as much longer as the banner covers, and nothing that is focused hides behind it.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--covered', `${banner.offsetHeight}px`),
  ).observe(banner)
}
