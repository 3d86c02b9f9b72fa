/** A text of the catalogue; what stands between backticks is code, written left to right in any script. */
export function Words({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <code dir="ltr" key={index}>
        {part}
      </code>
    ),
  )
}
