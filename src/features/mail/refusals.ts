const longest = 300
const longestRead = 5_000

/** What a server said, without the addresses in it: they must not outlive the person they name. */
export function withoutAddresses(response: string): string {
  return (
    response
      .slice(0, longestRead)
      // Word by word, so that each character is read once.
      .replace(/[^\s<>()[\]"',;:=]+/g, (word) => (word.includes('@') ? '…' : word))
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, longest)
  )
}
