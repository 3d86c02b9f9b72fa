import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Brings the page that the fragment of the address names into view, with the focus on its heading, once pages are shown. */
export function useLinkedPage(isShown: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    const heading = isShown && hash ? document.getElementById(hash.slice(1)) : null
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.scrollIntoView()
  }, [isShown, hash])
}
