interface RoomChange {
  /** The room above the screen afterwards, in pixels. */
  room: number
  /** By how much the page has to be scrolled so that the screen stays where it is. */
  scrollBy: number
}

/** How the room of the strip follows its height while the screen stays where it is in the window. */
export function moveRoom(room: number, height: number, scrollY: number): RoomChange {
  // Room above what the window shows can be taken away unseen; the rest of it stays until the next screen.
  const next = Math.max(height, room - scrollY)
  return { room: next, scrollBy: next - room }
}
