import { z } from 'zod'
import { mostChosenLeads } from '#features/campaigns/contract.ts'

const Ids = z.array(z.uuid())

/**
 * The leads that were chosen in the list: in the address as `?leads=id,id`, or, when there are many, as `?leads=stored`
 * in the session's storage as JSON. Anything but ids is left out.
 */
export function readChosenLeads(search: string, stored: string | null): string[] {
  const given = new URLSearchParams(search).get('leads')
  const ids = ((given === 'stored' ? stored : given) ?? '').match(/[0-9a-f-]{36}/gi) ?? []
  return [...new Set(Ids.parse(ids.filter((id) => z.uuid().safeParse(id).success)))].slice(0, mostChosenLeads)
}
