import { useLayoutEffect } from 'react'

/** Gives the focus back to what had it before a dialog. Mantine does so for dialogs that are closed, not for those that are removed. */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    return () => {
      // By then the page is no longer inert.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      }, 50)
    }
  }, [isOpen])
}
