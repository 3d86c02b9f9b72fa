import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { moveRoom } from './strip-room.ts'

/**
 * Makes room for the strip above the screen. What comes or goes while somebody looks at a screen moves nothing: the page
 * is scrolled by as much, so that the strip lies over what can be scrolled back to.
 */
export function useStripRoom(strip: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const room = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen begins with exactly the room that is needed
  useLayoutEffect(() => {
    const { current } = strip
    if (!current) return
    const { style } = document.documentElement
    function make(height: number, late: number) {
      room.current = height
      style.setProperty('--strip', `${height}px`)
      style.setProperty('--strip-late', `${late}px`)
    }
    make(current.offsetHeight, 0)
    let late = 0
    const observer = new ResizeObserver(() => {
      const { room: next, scrollBy } = moveRoom(room.current, current.offsetHeight, window.scrollY)
      if (next === room.current) return
      late = Math.max(0, late + scrollBy)
      // Read before the page changes: at its end, the browser scrolls by itself when the page gets shorter.
      const top = window.scrollY + scrollBy
      make(next, late)
      window.scrollTo({ top, behavior: 'instant' })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [strip, pathname])
}
