import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { sections } from './sections.ts'

/** Leads to the section of the address: its heading gets the focus, at the top of the window. */
export function useSection(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
  useEffect(() => {
    const anchor = sections.find(([one]) => `#${one}` === hash)?.[0]
    const heading = anchor && document.getElementById(anchor)
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    // Below the header and its strip, which stay where they are.
    const bottoms = ['header', 'header ~ [role=status]'].map(
      (part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0,
    )
    window.scrollTo({ top: heading.getBoundingClientRect().top + window.scrollY - Math.max(...bottoms) - 24 })
  }, [hash, key])
}
