import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import styles from '#features/early-adopters/admin/early-adopters.module.css'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'

/** People whom a search that found nobody may have meant; nothing when there are none. */
export function SimilarPeople({ search }: { search: string }) {
  const { t, language } = useTexts()
  const api = useApi()
  const { data: people = [] } = useQuery({
    queryKey: ['early-adopters', 'similar', search, language],
    queryFn: ({ signal }) =>
      api.get(
        `/api/early-adopters/similar?${new URLSearchParams({ search })}`,
        z.array(EarlyAdopter),
        signal,
      ),
  })
  if (people.length === 0) return null
  return (
    <section className={styles.similar}>
      <h2>{t('people.similar')}</h2>
      <ul>
        {people.map(({ id, name, company }) => (
          <li key={id}>
            <Link to={`/admin/early-adopters/${id}`}>
              <bdi>{name}</bdi>
            </Link>{' '}
            {company && <bdi>{company}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}
