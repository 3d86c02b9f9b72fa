import { createElement, type ReactElement, type ReactNode } from 'react'
import { isInputOf, type PageInput, type PageName } from './contract.ts'
import type { PageDescription } from './metadata.ts'

/** The content of a page. Each feature lists its own in `site/pages.ts`. */
interface PageDefinition<Name extends PageName> {
  name: Name
  /** The part between header and footer. */
  Body: (input: PageInput<Name>) => ReactNode
  /** Its own styles. */
  styles: readonly string[]
  /** The metadata of a page; a public one has the texts of its `metadata`. */
  describe?: (input: PageInput<Name>) => PageDescription | undefined
}

/** The content of any page, without the type of its input. */
export interface PageView {
  name: PageName
  styles: readonly string[]
  draw(input: PageInput): ReactElement
  describe(input: PageInput): PageDescription | undefined
}

/** Defines the content of a page, with the type of its own input. */
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
