import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { BadgeDescription } from '#features/badges/contract.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'

/** The four badges with their texts, in the reader's language unless another is asked for. */
export function useBadgeTypes(language?: Language) {
  const api = useApi()
  const { language: ofReader } = useTexts()
  const asked = language ?? ofReader
  return useQuery({
    queryKey: ['badges', 'types', asked],
    queryFn: ({ signal }) =>
      api.get(`/api/badges/types?language=${asked}`, z.array(BadgeDescription), signal),
  })
}

/** The names of the badges: those that the team has written, and until they are loaded the built-in ones. */
export function useBadgeNames(builtIn: (type: BadgeType) => string): (type: BadgeType) => string {
  const { data } = useBadgeTypes()
  return (type) => data?.find((one) => one.type === type)?.name ?? builtIn(type)
}
