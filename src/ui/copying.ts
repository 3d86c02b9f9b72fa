/**
 * Copies a text. Where there is no clipboard, or it is refused, the text is selected where it stands, for the reader to copy
 * it; the answer is then false.
 */
export async function copyOrSelect(text: string, shown: Node | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown)
    return false
  }
}
