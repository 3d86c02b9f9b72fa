import { type RefObject, useEffect, useRef } from 'react'
import { pinchPageZoom, stepPageZoom } from './page-zoom.ts'

/** Zooms by the wheel with Ctrl, which is also what a pinch on a touchpad is, and by two fingers. */
export function useZoomGestures(
  frame: RefObject<HTMLElement | null>,
  zoom: number,
  onZoom: (zoom: number) => void,
): void {
  const latest = useRef({ zoom, onZoom })
  latest.current = { zoom, onZoom }
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const ending = new AbortController()
    const fingers = new Map<number, PointerEvent>()
    let begun: { distance: number; zoom: number } | undefined
    const measure = () => {
      const [one, other] = [...fingers.values()]
      return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
    }
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      take: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, take, { passive: false, signal: ending.signal })
    listen('wheel', (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      latest.current.onZoom(stepPageZoom(latest.current.zoom, event.deltaY < 0 ? 1 : -1))
    })
    listen('pointerdown', (event) => {
      if (event.pointerType === 'mouse') return
      fingers.set(event.pointerId, event)
      if (fingers.size === 2) begun = { distance: measure(), zoom: latest.current.zoom }
    })
    listen('pointermove', (event) => {
      if (!fingers.has(event.pointerId)) return
      fingers.set(event.pointerId, event)
      if (!begun || begun.distance === 0) return
      latest.current.onZoom(pinchPageZoom(begun.zoom, measure() / begun.distance))
    })
    const lift = ({ pointerId }: PointerEvent) => {
      fingers.delete(pointerId)
      begun = undefined
    }
    for (const name of ['pointerup', 'pointercancel'] as const) listen(name, lift)
    return () => ending.abort()
  }, [frame])
}
