/** A place on the screen. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Joins boxes beside each other into one: some files hold each letter as a piece of its own. */
export function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (const box of boxes.toSorted((one, other) => one.left - other.left)) {
    const beside = joined.find((one) => isBeside(one, box))
    if (beside) Object.assign(beside, unite(beside, box))
    else joined.push({ left: box.left, top: box.top, width: box.width, height: box.height })
  }
  return joined
}

function isBeside(one: Box, next: Box): boolean {
  const gap = next.left - (one.left + one.width)
  return Math.abs(one.top - next.top) < one.height / 2 && gap < one.height / 2
}

function unite(one: Box, other: Box): Box {
  const [left, top] = [Math.min(one.left, other.left), Math.min(one.top, other.top)]
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return { left, top, width: right - left, height: bottom - top }
}
