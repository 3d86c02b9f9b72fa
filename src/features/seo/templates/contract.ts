import type { z } from 'zod'
import { text } from '#shared/text.ts'
import { isWellFormed, listVariables } from './model.ts'

interface TemplateOptions {
  limit: number
  /** The names that may stand in it. */
  variables: readonly string[]
  /** The name without which all pages would say the same. */
  needed?: string
}

/** One line with named variables in double braces; empty for the built-in one. */
export function templateText({ limit, variables, needed }: TemplateOptions): z.ZodType<string> {
  return (
    text(limit)
      .overwrite((value) => value.replace(/\s+/g, ' '))
      // What turns the direction round would do so with the texts that are filled in.
      .refine((value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value), 'control_characters')
      .refine(isWellFormed, 'template_braces')
      .refine((value) => listVariables(value).every((name) => variables.includes(name)), {
        error: 'template_variable_unknown',
      })
      .refine((value) => value === '' || !needed || listVariables(value).includes(needed), {
        error: 'template_variable_missing',
      })
  )
}
