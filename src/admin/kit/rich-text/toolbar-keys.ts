/** The next focused index for a key, by the ARIA toolbar pattern; undefined for any other key. */
export function moveInToolbar(
  key: string,
  { current, count, isRightToLeft }: { current: number; count: number; isRightToLeft: boolean },
): number | undefined {
  if (count === 0) return
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  if (key === forward) return (current + 1) % count
  if (key === backward) return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return
}
