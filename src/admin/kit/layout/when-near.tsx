import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** What is loaded and drawn only when it is about to come into view: for the end of a long screen. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '0px 0px 200px 0px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isNear ? <Suspense>{children}</Suspense> : <div ref={place} />
}
