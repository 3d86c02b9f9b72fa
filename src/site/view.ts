import { createElement, type ReactElement, type ReactNode } from 'react'
import { isInputOf, type PageInput, type PageName } from './contract.ts'
import type { PageDescription } from './metadata.ts'

/** What a page shows. Each feature lists its own in `site/pages.ts`. */
interface PageDefinition<Name extends PageName> {
  name: Name
  /** What stands between header and footer. */
  Body: (input: PageInput<Name>) => ReactNode
  /** Its style, beside what every page has. */
  styles: readonly string[]
  /** What the head says of a page that is not public; a public one has the texts of its `metadata`. */
  describe?: (input: PageInput<Name>) => PageDescription
}

/** A page of any name. */
export interface PageView {
  name: PageName
  styles: readonly string[]
  draw(input: PageInput): ReactElement
  describe(input: PageInput): PageDescription | undefined
}

/** Defines what a page shows, from what exactly this page is given. */
export function definePage<Name extends PageName>(page: PageDefinition<Name>): PageView {
  const { name, styles, Body, describe } = page
  const read = (input: PageInput): PageInput<Name> => {
    if (isInputOf(input, name)) return input
    throw new TypeError(`${name} was given the input of ${input.page}`)
  }
  return {
    name,
    styles,
    draw: (input) => createElement(Body, read(input)),
    describe: (input) => describe?.(read(input)),
  }
}
