import { z } from 'zod'
import type { SearchItem, SearchSource } from '#admin/kit/search.ts'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'

export const search: SearchSource = {
  order: 20,
  remote: {
    queryKey: 'early-adopters',
    async find(query, api, signal) {
      const parameters = new URLSearchParams({ search: query, limit: '5' })
      const people = await api.get(`/api/early-adopters?${parameters}`, z.array(EarlyAdopter), signal)
      return people.map(toItem)
    },
    async findSimilar(query, api, signal) {
      const parameters = new URLSearchParams({ search: query })
      const people = await api.get(`/api/early-adopters/similar?${parameters}`, z.array(EarlyAdopter), signal)
      return people.map(toItem)
    },
  },
}

function toItem({ id, name, email }: EarlyAdopter): SearchItem {
  return {
    id,
    group: 'people',
    label: name,
    ...(email !== null && { detail: email }),
    to: `/admin/early-adopters/${id}`,
  }
}
