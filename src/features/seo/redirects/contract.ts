import { z } from 'zod'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'
import { longestNote, redirectKinds } from './model.ts'

/**
 * What is worth knowing of a redirect. `chain`: it leads to another one, whose target visitors get at once;
 * `target_missing`: nothing answers at its target; `covered`: a page answers at its own address, so that it has no effect.
 */
export const redirectWarnings = ['chain', 'target_missing', 'covered'] as const
export type RedirectWarning = (typeof redirectWarnings)[number]

const Kind = z.literal([...redirectKinds], 'redirect_kind').meta({ examples: [301] })

/** A former address of the site and where it leads. */
export const Redirect = z.object({
  id: z.uuid(),
  /** Without a language it applies in each; without a query it applies to any, which is carried along. */
  from: z.string().meta({ examples: ['/precios'] }),
  /** A path of the site or an address of another one; null for what is gone. */
  to: z
    .string()
    .nullable()
    .meta({ examples: ['/docs'] }),
  kind: Kind,
  note: z.string(),
  /** How often it was followed, and when last. */
  hits: z.number().int(),
  last_hit_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  warnings: z.array(z.enum(redirectWarnings)),
  /** Where it leads in the end, when that is another address than `to`. */
  leads_to: z.string().nullable(),
})
export type Redirect = z.infer<typeof Redirect>

const Address = z.string('required').max(2_000, 'too_long')

export const RedirectDraft = z
  .object({
    from: Address,
    to: Address.nullable().default(null),
    kind: Kind.default(301),
    note: text(longestNote).default(''),
  })
  .meta({ examples: [{ from: '/precios', to: '/docs', kind: 301, note: 'Old price list' }] })
export type RedirectDraft = z.infer<typeof RedirectDraft>

export const RedirectQuery = z.object({
  ...pageQuery,
  /** A part of the address, the target or the note. */
  search: text(200).optional(),
})
export type RedirectQuery = z.infer<typeof RedirectQuery>

/** A draft of a redirect, and the one that it is to replace. */
export const RedirectCheckDraft = z
  .object({ id: z.uuid().toLowerCase().nullable().default(null) })
  .extend(RedirectDraft.shape)

const Refusal = z.object({ field: z.string(), message: z.string() })

/** What would be refused of a draft, and what is worth knowing of it. */
export const RedirectCheck = z.object({
  errors: z.array(Refusal),
  warnings: z.array(z.enum(redirectWarnings)),
  leads_to: z.string().nullable(),
})
export type RedirectCheck = z.infer<typeof RedirectCheck>

export const TriedAddressQuery = z.object({ address: text(2_000).pipe(z.string().min(1, 'required')) })

/**
 * `page`: something answers there; `redirect`: visitors are led on; `gone`: they are told that it is gone; `missing`:
 * nothing is there; `reserved`: it belongs to the product, and no redirect applies; `invalid`: it is no address of the site.
 */
export const triedOutcomes = ['page', 'redirect', 'gone', 'missing', 'reserved', 'invalid'] as const

/** Where an address of the site leads now. */
export const TriedAddress = z.object({
  /** As the site reads it. */
  address: z.string(),
  outcome: z.enum(triedOutcomes),
  kind: Kind.nullable(),
  to: z.string().nullable(),
  /** The addresses of the redirects that were followed, in order. */
  via: z.array(z.string()),
})
export type TriedAddress = z.infer<typeof TriedAddress>
