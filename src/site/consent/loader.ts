// The first script of a page with a Google tag: the loader of all pages and the code that shows the banner, in one file,
// since the headers of a second file are larger than its content.
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
  /** Language and theme are stored beyond the session only with consent. */
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
  // A page restored from the back/forward cache may have been left before the choice.
  addEventListener('pageshow', ({ persisted }) => persisted && show())
  // On the window, so that it runs after the loader, which stores the clicked choice.
  addEventListener('click', ({ target }) => {
    const control = target instanceof Element && target.closest<HTMLElement>('[data-consent]')
    if (control) act(control.dataset.consent ?? '')
    limitMemory()
  })
  // Padding of the banner's height, so that the banner covers no focused element.
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--covered', `${banner.offsetHeight}px`),
  ).observe(banner)
}
