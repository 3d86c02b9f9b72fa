import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to what had it before a dialog, or to the heading of the screen when that is gone, as a button is whose
 * action has been done. Mantine does so for dialogs that are closed, not for those that are removed.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    return () => {
      // By then the page is no longer inert.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (before instanceof HTMLElement) before.focus()
        if (document.activeElement === document.body) {
          document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
        }
      }, 50)
    }
  }, [isOpen])
}
