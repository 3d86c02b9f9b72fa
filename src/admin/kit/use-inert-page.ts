import { useEffect } from 'react'

/** Takes the page under an open window out of reach, for the pointer, the keyboard and screen readers alike. */
export function useInertPage(isCovered: boolean): void {
  useEffect(() => {
    const page = document.getElementById('admin')
    if (!isCovered || !page) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [isCovered])
}
