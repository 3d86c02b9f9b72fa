interface ListingProps {
  /** What it is, for those who hear the page. */
  label: string
  /** Whether it is what a terminal is given, instead of what it answers. */
  isCommand?: boolean
  children: string
}

/** Code with line breaks. It scrolls within itself, so it can have the focus, to be scrolled with the keyboard. */
export function Listing({ label, isCommand, children }: ListingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <pre className={isCommand ? 'command' : undefined} dir="ltr" role="group" aria-label={label} tabIndex={0}>
      <code>{children}</code>
    </pre>
  )
}
