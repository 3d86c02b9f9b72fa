/**
 * The style of a cross-fade between pages, unless the visitor prefers reduced motion. Every document has it, in a style
 * element: where the next page lacks it, or its stylesheet comes late, browsers report an uncaught error on that page.
 */
export const pageFade =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}::view-transition-group(root){animation-duration:.16s}}'
