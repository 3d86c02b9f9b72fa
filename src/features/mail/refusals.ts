const longest = 300

/** What a server said, without the addresses in it: they must not outlive the person they name. */
export function withoutAddresses(response: string): string {
  return response
    .replace(/[^\s<>()[\]"',;:=]+@[^\s<>()[\]"',;]+/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
}
