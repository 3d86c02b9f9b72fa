import { useEffect, useState } from 'react'
import { secondsLeft } from './sign-in.ts'

/** Seconds until a time in milliseconds, counting down; 0 without one. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : secondsLeft(until, now)
}
