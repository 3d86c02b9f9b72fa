/** Reads something once until the site changes; a reading that fails is done again by the next who asks. */
export function cacheUntilChange<Result>(
  onChange: (listener: () => void) => unknown,
  read: () => Promise<Result>,
): () => Promise<Result> {
  let kept: Promise<Result> | undefined
  onChange(() => {
    kept = undefined
  })
  return () => {
    if (kept) return kept
    const reading = read()
    kept = reading
    reading.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading
  }
}
