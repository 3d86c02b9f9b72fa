/**
 * What somebody who sends the form asks for: early access to the programme, a demonstration, an answer, or to support the
 * project or invest in it. The first one is what is taken when nothing is said.
 */
export const leadKinds = ['adopter', 'demo', 'contact', 'supporter', 'investor'] as const
export type LeadKind = (typeof leadKinds)[number]

/** The longest message of a request, in characters. */
export const messageLimit = 2_000
