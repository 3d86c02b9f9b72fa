import { pageFragment, readPageFragment } from '#features/documents/site/reader/numerals.ts'
import type { Reader } from '#features/documents/site/reader/reader.ts'
import { isLanguage, sourceLanguage } from '#shared/languages.ts'

/**
 * Opens the reader as the address says: at the page that its fragment names. So a link to a page works from everywhere, and
 * the back button closes the reader.
 */
export function watchReadLinks(link: HTMLAnchorElement): void {
  let reader: Promise<Reader | undefined> | undefined
  // How many entries of the history were added here: as many steps back is the page without the reader.
  const countOwnEntries = () => (typeof history.state === 'number' ? history.state : 0)
  let isLeaving = false

  function follow(): void {
    const page = readPageFragment(location.hash)
    if (isLeaving) {
      isLeaving = false
      if (page !== undefined) removeFragment()
      return
    }
    if (page === undefined) void reader?.then((opened) => opened?.close())
    else if (reader) void reader.then((opened) => opened?.goTo(page))
    else reader = open(page)
  }

  async function open(page: number): Promise<Reader | undefined> {
    const { url = '', name = '', title = '', language } = link.dataset
    const { lang } = document.documentElement
    link.ariaBusy = 'true'
    try {
      const { openReader } = await import('#features/documents/site/reader/reader.ts')
      return await openReader({
        ...{ url, name, title, language, page },
        interfaceLanguage: isLanguage(lang) ? lang : sourceLanguage,
        onPage: (number) => history.replaceState(history.state, '', pageFragment(number)),
        onClose,
      })
    } catch {
      // Without the reader, the file itself.
      location.assign(`${url}${pageFragment(page)}`)
      return undefined
    } finally {
      link.ariaBusy = null
    }
  }

  function onClose(): void {
    reader = undefined
    if (document.activeElement === document.body) link.focus()
    if (readPageFragment(location.hash) === undefined) return
    isLeaving = countOwnEntries() > 0
    if (isLeaving) history.go(-countOwnEntries())
    else removeFragment()
  }

  const removeFragment = () => history.replaceState(history.state, '', location.pathname + location.search)

  // Without scripts they open the file; here they are links to a page of the reader, which are no downloads.
  for (const entry of document.querySelectorAll<HTMLAnchorElement>('.outline a')) entry.href = entry.hash
  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('a') : null
    const page = target && target.origin === location.origin ? readPageFragment(target.hash) : undefined
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0
    if (page === undefined || !isPlain) return
    event.preventDefault()
    history.pushState(countOwnEntries() + 1, '', pageFragment(page))
    follow()
  })
  addEventListener('popstate', follow)
  follow()
}
